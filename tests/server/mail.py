#!/usr/bin/env python3
"""E-mail over real sockets: a mail server of this test's own takes what the server sends, decodes it with Python's library, and can refuse,
ask to come back later, or be dead.

Usage: mail.py PROGRAM     with STOS_TEST_STORE (tests/store/with-postgres) the store is that database
"""
import base64
import contextlib
import email
import email.policy
import http.client
import os
import queue
import re
import socket
import socketserver
import sys
import threading
import time
import unittest

from calls import Calls
from lib.client import Server, free_port, metric, program_from_arguments
from lib.people import PASSPHRASE

FRESH = "a new passphrase"
SITE = "https://stos.example"


class MailServer(socketserver.ThreadingTCPServer):
    """Takes mails as (recipients, message); `rude` says how it answers RCPT for an address, `password` whether it wants a login."""

    daemon_threads = allow_reuse_address = True

    def __init__(self, port=0, password=None, address="127.0.0.1"):
        super().__init__((address, port), Session)
        self.port, self.got, self.rude, self.password = self.server_address[1], queue.Queue(), {}, password
        self.open, self.verbs = set(), []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        pass  # the server has cut the connection

    def process_request(self, request, client_address):
        self.open.add(request)
        super().process_request(request, client_address)

    def stop(self):
        """Nobody is served any more, on connections that are open neither."""
        self.shutdown()
        self.server_close()
        for request in self.open:
            with contextlib.suppress(OSError):
                request.shutdown(socket.SHUT_RDWR)


class Session(socketserver.StreamRequestHandler):
    def say(self, line):
        self.wfile.write(f"{line}\r\n".encode())

    def handle(self):
        self.say("220 test")
        self.recipients, self.known = [], self.server.password is None
        for line in iter(self.rfile.readline, b""):
            verb, _, rest = line.decode().strip().partition(" ")
            self.server.verbs.append(verb.upper())
            if verb.upper() == "QUIT":
                self.say("221 bye")
                return
            getattr(self, f"do_{verb.upper()}", self.unknown)(rest)

    def unknown(self, rest):
        self.say("500 unknown")

    def do_EHLO(self, rest):
        if self.server.password:
            self.say("250-AUTH PLAIN")
        self.say("250 8BITMIME")

    def do_AUTH(self, rest):
        given = rest.partition(" ")[2]
        if not given:
            self.say("334 ")
            given = self.rfile.readline().decode().strip()
        self.known = base64.b64decode(given).decode().split("\0")[1:] == self.server.password
        self.say("235 welcome" if self.known else "535 wrong password")

    def do_MAIL(self, rest):
        self.recipients = []
        self.say("250 ok" if self.known else "530 log in first")

    def do_RCPT(self, rest):
        address = re.fullmatch(r"TO:<([^<>\s]+)>.*", rest)[1]
        answer = self.server.rude.get(address, "250 ok")
        if answer.startswith("250"):
            self.recipients.append(address)
        self.say(answer)

    def do_RSET(self, rest):
        self.say("250 ok")

    def do_DATA(self, rest):
        self.say("354 go on")
        lines = []
        for line in iter(self.rfile.readline, b".\r\n"):
            lines.append(line[1:] if line.startswith(b".") else line)
        raw = b"".join(lines)
        self.server.got.put((self.recipients, raw))
        self.say("250 taken")


class Mail(Calls):
    PROGRAM = program_from_arguments(sys.argv) if len(sys.argv) > 1 else Calls.PROGRAM

    def setUp(self):
        self.mails = MailServer()
        super().setUp()

    def more_options(self):
        return ("--smtp-url", f"smtp://127.0.0.1:{self.mails.port}", "--mail-from", "noreply@stos.example")

    def tearDown(self):
        super().tearDown()
        self.mails.stop()

    # ---- the mail server's side

    def mail(self, to, timeout=60):
        """The next mail, decoded; what every mail must have is checked."""
        recipients, raw = self.mails.got.get(timeout=timeout)
        self.assertEqual(recipients, [to])
        self.assertTrue(raw.isascii())
        self.assertTrue(all(len(line) <= 998 and not line.endswith(b"\r") for line in raw.split(b"\r\n")))
        message = email.message_from_bytes(raw, policy=email.policy.default)
        self.assertEqual(message.defects, [])
        self.assertEqual((message["To"], message["From"]), (to, "stos <noreply@stos.example>"))
        self.assertRegex(message["Message-ID"], r"^<[0-9a-f]{32}@stos\.example>$")
        self.assertEqual((message["Auto-Submitted"], message.get_content_type()), ("auto-generated", "text/plain"))
        self.assertIsNotNone(message["Date"].datetime)
        return message

    @staticmethod
    def code_in(message):
        return re.search(r": ([a-z2-9]{4}(?:-[a-z2-9]{4})+)$", message.get_content(), re.MULTILINE)[1]

    def no_mail(self):
        """Nothing was on its way: a mail that was asked for now comes first."""
        self.count = getattr(self, "count", 0) + 1
        prober = self.person(f"Probe{self.count}")
        prober.ask("mail", address=f"probe{self.count}@example.org", passphrase=PASSPHRASE)
        self.mail(f"probe{self.count}@example.org")

    def confirmed(self, name, address, **members):
        """Somebody with an account and a confirmed address."""
        client = self.person(name, **members)
        client.ask("mail", address=address, passphrase=PASSPHRASE)
        reply = client.ask("mail", code=self.code_in(self.mail(address)))
        self.assertEqual((reply["address"], reply["on"], reply["wanted"]), (address, True, ""))
        return client

    def post(self, path, body="List-Unsubscribe=One-Click", method="POST"):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        connection.request(method, path, body, {"Content-Type": "application/x-www-form-urlencoded"} if body else {})
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        return response, text

    # ---- an address

    def test_an_address_is_confirmed_by_the_code_that_was_sent_there(self):
        jan = self.person("Jan")
        self.assertEqual(jan.ask("mail")["address"], "")
        self.refused("wrong_passphrase", jan, "mail", address="jan@example.org", passphrase="something else")
        reply = jan.ask("mail", address="jan@example.org", passphrase=PASSPHRASE)
        self.assertEqual((reply["address"], reply["wanted"]), ("", "jan@example.org"))
        message = self.mail("jan@example.org")
        self.assertEqual(message["Subject"], "Confirm your e-mail address")
        self.assertIn('"jan"', message.get_content())
        self.assertIn(SITE, message.get_content())
        self.assertIsNone(message["List-Unsubscribe"])
        code = self.code_in(message)
        self.refused("wrong_mail_code", jan, "mail", code="aaaa-aaaa")
        reply = jan.ask("mail", code=code.upper().replace("-", " "))
        self.assertEqual((reply["address"], reply["on"], reply["wanted"]), ("jan@example.org", True, ""))
        self.refused("wrong_mail_code", jan, "mail", code=code)
        exported = jan.ask("export")["data"]["settings"]
        self.assertEqual(exported["mail"], "jan@example.org")
        self.assertEqual(jan.ask("mail", remove=True)["address"], "")
        self.assertFalse(any(name.startswith("mail") for name in jan.ask("export")["data"]["settings"]))
        jan.ask("mail", address="jan@example.org", passphrase=PASSPHRASE)
        jan.ask("mail", code=self.code_in(self.mail("jan@example.org")))
        jan.ask("delete_me", sure=True)
        self.assertEqual(self.sql("SELECT count(*) FROM person_facts"), "0")

    def test_codes_are_guessed_five_times_and_not_after_a_day(self):
        jan = self.person("Jan")
        jan.ask("mail", address="jan@example.org", passphrase=PASSPHRASE)
        code = self.code_in(self.mail("jan@example.org"))
        for _ in range(5):
            self.refused("wrong_mail_code", jan, "mail", code="aaaa-aaaa")
        self.refused("wrong_mail_code", jan, "mail", code=code)
        jan.ask("mail", address="jan@example.org", passphrase=PASSPHRASE)
        fresh = self.code_in(self.mail("jan@example.org"))
        self.assertNotEqual(fresh, code)
        self.sql("UPDATE person_facts SET value = '1' || substr(value, 14) WHERE name = 'mail-new'")  # made in 1970
        self.refused("wrong_mail_code", jan, "mail", code=fresh)
        self.assertEqual(jan.ask("mail")["wanted"], "")

    def test_bad_addresses_are_refused(self):
        jan = self.person("Jan")
        bad = ["", "jan", "@example.org", "jan@", "jan@localhost", "jan@example.org\r\nRCPT TO:<eva@example.org>", "jan @example.org", "<jan@example.org>",
               "jan@example.org>", '"jan"@example.org', "jan@[127.0.0.1]", "jan@127.0.0.1", "jan..j@example.org", ".jan@example.org", "jan@-example.org",
               "jan@exa_mple.org", "jän@example.org", "a" * 65 + "@example.org", "a@" + "b" * 250 + ".org", "jan@example.org,eva@example.org",
               "jan@example..org"]
        for address in bad:
            self.refused("bad_address", jan, "mail", address=address, passphrase=PASSPHRASE)
        self.refused("bad_request", jan, "mail", address="jan@example.org")
        eva = self.guest("Eva")
        self.refused("account_first", eva, "mail", address="jan@example.org", passphrase=PASSPHRASE)
        self.assertTrue(eva.ask("mail")["mail"])  # what this server can do is no secret
        self.refused("no_mail", jan, "mail", on=True)
        self.no_mail()

    def test_how_many_mails_somebody_can_cause_is_limited(self):
        jan = self.person("Jan")
        for _ in range(3):
            jan.ask("mail", address="jan@example.org", passphrase=PASSPHRASE)
        self.refused("too_many_mails", jan, "mail", address="JAN@example.org", passphrase=PASSPHRASE)  # for the mailbox
        jan.ask("mail", address="jan2@example.org", passphrase=PASSPHRASE)
        self.refused("too_many_mails", jan, "mail", address="jan3@example.org", passphrase=PASSPHRASE)  # for the person
        eva = self.guest("Eva")
        for _ in range(3):
            eva.ask("recover", account="Jan")
        self.refused("too_many_mails", eva, "recover", account="Jan")

    # ---- calls

    def test_turns_and_invitations_come_by_mail_and_one_click_ends_them(self):
        ola, jan = self.person("Ola"), self.confirmed("Jan", "jan@example.org", language="pl")
        self.play_together(ola, jan)
        table = ola.ask("create", rules="thegame(players=2)", door="link")["table"]
        ola.ask("invite", table=table["code"], person=self.number(ola, "Jan"))
        message = self.mail("jan@example.org")
        text = message.get_content()
        self.assertEqual((message["Subject"], message["Content-Language"]), ("Ola zaprasza cię do gry", "pl"))
        self.assertIn(f"{SITE}/j/{table['code']}#{table['key']}\n", text)
        self.assertEqual(message["List-Unsubscribe-Post"], "List-Unsubscribe=One-Click")
        link = message["List-Unsubscribe"].strip("<>")
        self.assertTrue(link.startswith(f"{SITE}/unsubscribe/") and link in text, link)
        path = link[len(SITE):]
        response, page = self.post(path, None, "GET")  # a mail filter that opens all links changes nothing
        self.assertEqual(response.status, 200)
        self.assertIn("form-action 'self'", response.headers["Content-Security-Policy"])
        self.assertIn("<button>Wypisz mnie</button>", page)
        self.assertTrue(jan.ask("mail")["on"])
        wrong = path[:40] + ("0" if path[40] != "0" else "1") + path[41:]
        self.assertEqual(self.post(wrong)[0].status, 404)
        self.assertTrue(jan.ask("mail")["on"])
        for body in ("List-Unsubscribe=One-Click", ""):
            self.assertEqual(self.post(path, body)[0].status, 200)
            self.assertFalse(jan.ask("mail")["on"])
        self.allow_inviting_again(ola)
        self.invite_to_another(ola, "Jan")
        self.no_mail()
        self.assertTrue(jan.ask("mail", on=True)["on"])
        self.allow_inviting_again(ola)
        self.invite_to_another(ola, "Jan")
        self.mail("jan@example.org")

    def test_an_address_that_is_not_confirmed_gets_nothing(self):
        ola, jan = self.person("Ola"), self.person("Jan")
        self.play_together(ola, jan)
        jan.ask("mail", address="jan@example.org", passphrase=PASSPHRASE)
        self.mail("jan@example.org")
        self.invite_to_another(ola, "Jan")
        self.no_mail()
        self.guest("Eva").ask("recover", account="Jan")
        self.no_mail()

    def test_mail_keeps_quiet_hours_and_the_digest_and_comes_beside_push(self):
        hour = self.hour()
        ola, jan = self.person("Ola"), self.confirmed("Jan", "jan@example.org")
        device = self.subscribed(jan, "/jan", quiet_from=(hour + 23) % 24, quiet_to=(hour + 3) % 24, utc_offset=0)
        self.play_together(ola, jan)
        for _ in range(2):
            self.allow_inviting_again(ola)
            self.invite_to_another(ola, "Jan")
        self.no_mail()
        jan.ask("calls", quiet_from=0, quiet_to=0)
        message = self.mail("jan@example.org")
        self.assertEqual(message["Subject"], "2 tables are waiting for you")
        self.assertIn(f"{SITE}/\n", message.get_content())
        self.assertEqual(self.message(device)["title"], "2 tables are waiting for you")
        self.wait_for_metric("mails_sent_total", 2)

    def test_names_cannot_add_headers(self):
        ola, jan = self.person("Ola"), self.confirmed("Jan", "jan@example.org")
        self.play_together(ola, jan)
        self.refused("bad_name", ola, "name", name="Ola\r\nBcc: eva@example.org")
        ola.ask("name", name="Żółć Żółć Żółć Żółć Żółć")
        self.invite_to_another(ola, "Jan")
        message = self.mail("jan@example.org")
        self.assertEqual(message["Subject"], "Żółć Żółć Żółć Żółć Żółć invites you to a game")
        self.assertIsNone(message["Bcc"])

    # ---- recovery

    def test_a_lost_passphrase_is_recovered_by_the_confirmed_address(self):
        jan = self.confirmed("Jan", "jan@example.org")
        person = jan.welcome["person"]
        stranger = self.guest("Eva")
        self.assertTrue(stranger.ask("recover", account="Nobody")["ok"])  # no answer tells who is here
        self.assertTrue(stranger.ask("recover", account="Jan")["ok"])
        message = self.mail("jan@example.org")
        self.assertEqual(message["Subject"], "Recover your account")
        code = self.code_in(message)
        self.refused("wrong_code", stranger, "login", account="Jan", code="aaaa-" * 5 + "aaaa", new_passphrase=FRESH)
        reply = stranger.ask("login", account="Jan", code=code, new_passphrase=FRESH)
        self.assertEqual(reply["person"], person)
        self.refused("wrong_code", self.guest("Ida"), "login", account="Jan", code=code, new_passphrase="yet another one")
        self.assertEqual(self.guest("Ida").ask("login", account="Jan", passphrase=FRESH)["person"], person)

    def test_a_mailed_code_opens_nothing_after_two_hours_or_without_the_address(self):
        jan = self.confirmed("Jan", "jan@example.org")
        eva = self.guest("Eva")
        eva.ask("recover", account="Jan")
        code = self.code_in(self.mail("jan@example.org"))
        kept = self.sql("SELECT value FROM person_facts WHERE name = 'recovery-mail'")
        self.sql(f"UPDATE person_facts SET value = '{int(kept) - 7300000}' WHERE name = 'recovery-mail'")
        self.refused("wrong_code", eva, "login", account="Jan", code=code, new_passphrase=FRESH)
        self.sql(f"UPDATE person_facts SET value = '{kept}' WHERE name = 'recovery-mail'")
        jan.ask("mail", remove=True)
        self.refused("wrong_code", eva, "login", account="Jan", code=code, new_passphrase=FRESH)

    # ---- mail servers that fail

    def test_a_dead_mail_server_is_tried_again_and_holds_nobody_up(self):
        ola, jan = self.person("Ola"), self.confirmed("Jan", "jan@example.org")
        eva = self.person("Eva")
        device = self.subscribed(eva, "/eva")
        self.play_together(ola, jan)
        self.play_together(ola, eva)
        self.mails.stop()
        self.invite_to_another(ola, "Jan")
        self.wait_for_metric("mails_failed_total", 1)
        self.invite_to_another(ola, "Eva")
        self.message(device)  # Web Push does not wait for it
        self.mails = MailServer(self.mails.port)
        for _ in range(60):
            if self.mails.got.empty():
                self.make_due()
                ola.ask("calls", turn=True)
                time.sleep(1)
        self.assertEqual(self.mail("jan@example.org")["Subject"], "Ola invites you to a game")

    def make_due(self):
        """The minute until the next try has passed; whoever changes anything makes the server look."""
        self.sql("UPDATE person_facts SET value = substr(value, 1, 14) || '0' || substr(value, 28) "
                 "WHERE name LIKE 'call:%' AND substr(value, 15, 1) = '1'")

    def test_a_refused_recipient_is_not_tried_again_and_a_greylisted_one_is(self):
        ola, jan = self.person("Ola"), self.confirmed("Jan", "jan@example.org")
        self.play_together(ola, jan)
        for answer, left in (("550 unknown", "0"), ("451 later", "1")):
            self.mails.rude["jan@example.org"] = answer
            failed = metric(self.server.port, "mails_failed_total")
            self.allow_inviting_again(ola)
            self.invite_to_another(ola, "Jan")
            self.wait_for_metric("mails_failed_total", failed + 1)
            self.assertEqual(self.sql("SELECT count(*) FROM person_facts WHERE name LIKE 'call:%'"), left)
        self.no_mail()  # the mail server itself is fine

    def test_the_password_comes_from_a_file(self):
        mails, file = MailServer(password=["stos", "secret"]), f"{self.folder.name}/password"
        self.addCleanup(mails.stop)
        with open(file, "w", encoding="utf-8") as out:
            out.write("secret\n")
        options = ("--smtp-url", f"smtp://127.0.0.1:{mails.port}", "--mail-from", "noreply@stos.example", "--public-url", SITE, "--push-services", "off",
                   "--smtp-user", "stos")
        with Server(self.PROGRAM, f"{self.folder.name}/b.db", *options, "--smtp-password-file", file, port=free_port()) as server:
            jan = self.CLIENT(server.port).hello("Jan")
            jan.ask("register", account="Jan", passphrase=PASSPHRASE)
            self.assertEqual((jan.ask("calls")["push"], jan.ask("calls")["mail"]), (False, True))
            jan.ask("mail", address="jan@example.org", passphrase=PASSPHRASE)
            self.assertEqual(mails.got.get(timeout=60)[0], ["jan@example.org"])
            self.wait(lambda: metric(server.port, "mails_sent_total") == 1)
            jan.close()
            self.assertEqual(server.stop(), 0)

    def test_nothing_is_said_in_the_clear_to_another_machine(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(("192.0.2.1", 9))  # sends nothing, but tells the address of this machine
            except OSError:
                self.skipTest("this machine has no address but its own")
            address = probe.getsockname()[0]
        mails = MailServer(password=["stos", "secret"], address=address)
        self.addCleanup(mails.stop)
        options = ("--smtp-url", f"smtp://{address}:{mails.port}", "--mail-from", "noreply@stos.example", "--public-url", SITE, "--smtp-user", "stos")
        with Server(self.PROGRAM, f"{self.folder.name}/b.db", *options, port=free_port(), env={**os.environ, "STOS_SMTP_PASSWORD": "secret"}) as server:
            jan = self.CLIENT(server.port).hello("Jan")
            jan.ask("register", account="Jan", passphrase=PASSPHRASE)
            jan.ask("mail", address="jan@example.org", passphrase=PASSPHRASE)
            self.wait(lambda: metric(server.port, "mails_failed_total") >= 1)
            self.assertIn("EHLO", mails.verbs)
            self.assertFalse({"AUTH", "MAIL", "DATA"} & set(mails.verbs), mails.verbs)
            jan.close()
            self.assertEqual(server.stop(), 0)

    def test_without_a_mail_server_nothing_is_offered(self):
        with Server(self.PROGRAM, f"{self.folder.name}/off.db") as server:
            jan = self.CLIENT(server.port).hello("Jan")
            jan.ask("register", account="Jan", passphrase=PASSPHRASE)
            self.assertFalse(jan.ask("mail")["mail"])
            self.refused("mail_off", jan, "recover", account="Jan")
            jan.close()
            self.assertEqual(server.stop(), 0)


def load_tests(loader, tests, pattern):
    """Only those of e-mail: calls.py runs the others."""
    return unittest.TestSuite(Mail(name) for name in vars(Mail) if name.startswith("test_"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"] + sys.argv[2:])
