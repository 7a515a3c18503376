"""preview.py - what links show in a chat: title, description and picture in the head of the page, and nothing a stranger may not know.

Usage: preview.py PROGRAM

The page is fetched as two chat programs do it, by their User-Agents, and read by a parser of HTML that knows nothing of us.
"""
import html.parser
import http.client
import pathlib
import random
import struct
import sys
import tempfile
import unittest
import zlib

from lib.client import Client, Refused, Server, free_port, program_from_arguments

PROGRAM = program_from_arguments(sys.argv) if len(sys.argv) > 1 else pathlib.Path("build/check/stos")
CHATS = ("WhatsApp/2.23.20.0", "TelegramBot (like TwitterBot)")
FIELDS = {"og:type", "og:site_name", "og:locale", "og:title", "og:description", "og:image", "og:image:type", "og:image:width", "og:image:height",
          "og:image:alt", "twitter:card", "description"}
HAS_PAGE = (PROGRAM.parent / "page" / "page.json").exists()


class Head(html.parser.HTMLParser):
    """The elements of a page as a browser would build them, and the names and contents of its meta elements."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.meta, self.elements = {}, []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, tuple(name for name, _ in attributes)))
        found = dict(attributes)
        name = found.get("property") or found.get("name")
        if tag == "meta" and name and not name.startswith(("theme", "color", "viewport")):
            assert name not in self.meta, f"{name} is there once"
            self.meta[name] = found["content"]


class Preview(unittest.TestCase):
    options = ("--max-rate", "1000", "--max-burst", "2000")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.server = Server(PROGRAM, pathlib.Path(folder.name) / "s.db", *self.options, port=free_port())
        self.addCleanup(self.stop)

    def stop(self):
        self.assertEqual(self.server.stop(), 0, "the server ends well, and without a leak where that is watched")

    def ask(self, path, **headers):
        """Status, headers and body of a plain request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        self.addCleanup(connection.close)
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()

    def head(self, path, **headers):
        status, _, body = self.ask(path, **headers)
        self.assertEqual(status, 200, path)
        return Head(body.decode())

    def meta(self, path, **headers):
        return self.head(path, **headers).meta

    def said(self, path, **headers):
        """Title and description."""
        meta = self.meta(path, **headers)
        return meta["og:title"], meta["og:description"]

    def person(self, name="Ola", **members):
        client = Client(self.server.port).hello(name, **members)
        self.addCleanup(client.close)
        return client

    def table(self, client, rules="thegame(players=4)", **members):
        return client.ask("create", rules=rules, **members)["table"]


class Links(Preview):
    def test_two_chats_read_every_field(self):
        code = self.table(self.person())["code"]
        for agent in CHATS:
            for path in ["/", "/day", "/puzzle/7", f"/j/{code}"]:
                with self.subTest(agent=agent, path=path):
                    meta = self.meta(path, User_Agent=agent, Accept="*/*")
                    self.assertLessEqual(FIELDS, set(meta))
                    self.assertEqual(meta["og:description"], meta["description"])
                    self.assertTrue(meta["og:image"].startswith("/preview/"), "no address without --public-url")
                    self.assertEqual(self.ask(meta["og:image"])[0], 200 if HAS_PAGE else 404)

    def test_an_invitation_names_who_invites_and_the_free_seats(self):
        ola = self.person()
        code = self.table(ola)["code"]
        self.assertEqual(self.said(f"/j/{code}"), ("Ola invites you to THE GAME", "3 of 4 seats are free."))
        self.assertEqual(self.said(f"/j/{code.upper()}/"), ("Ola invites you to THE GAME", "3 of 4 seats are free."))
        self.person("Marek").ask("join", table=code)
        ola.ask("fill", table=code, seat=2, **{"with": "bot:steady"})
        self.assertEqual(self.said(f"/j/{code}"), ("Ola invites you to THE GAME", "1 of 4 seats is free."))
        ola.ask("fill", table=code, seat=3, **{"with": "bot:steady"})
        ola.ask("begin", table=code)
        self.assertEqual(self.said(f"/j/{code}"), ("THE GAME", "A game is being played at this table."))
        self.assertEqual(self.meta(f"/j/{code}")["robots"], "noindex")

    def test_a_private_table_says_only_that_it_is_one(self):
        ola = self.person("Very Secret")
        table = self.table(ola, "lie(players=3)", door="link")
        body = self.ask(f"/j/{table['code']}")[2].decode()
        self.assertEqual(self.said(f"/j/{table['code']}"), ("Invitation to a private table", "Only the whole link opens it."))
        for secret in ["Very Secret", "LIE</", table["key"], "3 seats"]:
            self.assertNotIn(secret, body)
        self.assertNotIn("lie.png", body)

    def test_what_is_not_there_looks_like_the_start(self):
        start = self.head("/").meta
        for path in ["/j/nosuchcode", "/j/x", "/j/%22%3E", "/r/nosuchgame", "/r/!!", "/puzzle/x", "/puzzle/", "/j/a/b", "/r/" + "9" * 40]:
            self.assertEqual(self.meta(path), start, path)

    def test_a_table_that_is_not_in_memory_is_read_from_the_store(self):
        ola = self.person(language="pl")
        code = self.table(ola)["code"]
        ola.close()
        self.server.stop()
        self.server.start()
        for _ in range(2):
            self.assertEqual(self.said(f"/j/{code}")[0], "Ola zaprasza do gry THE GAME", "in the language of its owner")

    def test_the_language_is_that_of_the_link_then_of_the_owner_then_of_the_browser(self):
        code = self.table(self.person(language="cs"))["code"]
        self.assertEqual(self.meta(f"/j/{code}", Accept_Language="pl")["og:locale"], "cs_CZ")
        self.assertEqual(self.meta(f"/j/{code}?lang=uk", Accept_Language="pl")["og:locale"], "uk_UA")
        self.assertEqual(self.meta(f"/j/{code}?lang=en", Accept_Language="pl")["og:locale"], "en_GB")
        self.assertEqual(self.meta("/day", Accept_Language="pl")["og:locale"], "pl_PL")
        for wrong in ["de", "", "%22%3E%3Cscript%3E", "pl" * 400]:
            self.assertEqual(self.meta(f"/day?lang={wrong}")["og:locale"], "en_GB", wrong)

    def test_what_is_told_stays_the_same_for_a_client_that_knows_it(self):
        for accept in ["identity", "gzip"]:
            etag = self.ask("/", Accept_Encoding=accept)[1]["ETag"]
            self.assertEqual(self.ask("/", If_None_Match=etag, Accept_Encoding=accept)[0], 304)
        self.assertNotEqual(self.ask("/?lang=pl")[1]["ETag"], etag)

    def test_names_from_strangers_stay_text(self):
        """Random names, of which the server takes some: the page has the same elements with each, and the name comes back whole.
        test_preview.c writes what no name may hold."""
        letters = "'-._ aZ0ész<&\""
        draw = random.Random(37)
        elements = self.head(f"/j/{self.table(self.person('plain'))['code']}").elements
        names = ["\"><script>alert(1)</script>"[:30], "' onload='x", "&quot;&lt;b&gt;", "</head><body>", "<!-- preview -->", "%s%d%n", "-->"]
        names += ["".join(draw.choice(letters) for _ in range(draw.randint(1, 6))) for _ in range(60)]
        told = 0
        for name in names:
            try:
                ola = Client(self.server.port).hello(name)
            except Refused:
                continue
            head = self.head(f"/j/{self.table(ola)['code']}")
            self.assertEqual(head.elements, elements, name)
            self.assertEqual(head.meta["og:title"], f"{ola.welcome['name']} invites you to THE GAME")
            ola.close()
            told += 1
        self.assertGreater(told, 10)

    def test_pictures_are_pictures_of_the_right_size(self):
        if not HAS_PAGE:
            return
        seen = set()
        for name in ["site", "day", "puzzle", "lie"]:
            status, headers, body = self.ask(f"/preview/{name}.png")
            self.assertEqual((status, headers["Content-Type"]), (200, "image/png"))
            self.assertEqual(read_png(body), (1200, 630))
            seen.add(body)
        self.assertEqual(len(seen), 4)
        for wrong in ["/preview/", "/preview/.png", "/preview/table.png", "/preview/site.PNG", "/preview/r/.png", "/preview/r/nosuchgame.png", "/preview/r/../site.png.png",
                      "/preview/" + "x" * 500 + ".png", "/preview/r/" + "x" * 30 + ".png"]:
            self.assertEqual(self.ask(wrong)[0], 404, wrong)


def read_png(body):
    """Width and height of a PNG whose every chunk and row is good."""
    assert body[:8] == b"\x89PNG\r\n\x1a\n"
    at, data = 8, b""
    while at < len(body):
        length, kind = struct.unpack(">I4s", body[at:at + 8])
        assert struct.unpack(">I", body[at + 8 + length:at + 12 + length])[0] == zlib.crc32(body[at + 4:at + 8 + length])
        if kind == b"IHDR":
            width, height, depth, colours = struct.unpack(">IIBB", body[at + 8:at + 18])
            assert (depth, colours) == (8, 2)
        data += body[at + 8:at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    assert kind == b"IEND" and len(zlib.decompress(data)) == height * (1 + 3 * width)
    return width, height


class Games(Preview):
    def test_a_finished_game_tells_its_end_and_draws_its_piles(self):
        ola = self.person()
        table = self.table(ola, "thegame(players=2)", seats=["me", "bot:quick"], begin=True)["code"]
        game = self.finish(ola, table)
        title, text = self.said(f"/r/{game['id']}")
        left = game["left"]
        self.assertIn("98" if left == 0 else str(left), title)
        self.assertRegex(title, r"^(Won|Over|Excellent)\b")
        self.assertRegex(text, r"^THE GAME: Ola, quick · \d+ turns?$")
        meta = self.meta(f"/r/{game['id']}?lang=uk")
        self.assertNotEqual(meta["og:title"], title)
        if HAS_PAGE:
            self.assertEqual(meta["og:image"], f"/preview/r/{game['id']}.png")
            first, again = self.ask(meta["og:image"]), self.ask(meta["og:image"])
            self.assertEqual((first[0], read_png(first[2])), (200, (1200, 630)))
            self.assertEqual(first[2], again[2])
            self.assertNotEqual(first[2], self.ask("/preview/site.png")[2])

    def finish(self, ola, code):
        """Lets the table play on until its game is over, by a bot in place of the person."""
        ola.ask("resign", table=code)
        ola.frame(lambda frame: frame.get("phase") == "over" or any(event.get("what") == "over" for event in frame.get("events", [])))
        return ola.ask("history")["games"][0]

    def test_a_deal_that_is_played_again_is_not_told_of(self):
        ola = self.person()
        code = self.table(ola, "thegame(players=2)", seats=["me", "bot:quick"], begin=True)["code"]
        game = self.finish(ola, code)
        ola.ask("agree", table=code, matter="same_deal", yes=True)
        self.assertEqual(self.said(f"/r/{game['id']}")[0], "stos")
        self.assertEqual(self.ask(f"/preview/r/{game['id']}.png")[0], 404)


class Public(Preview):
    options = ("--public-url", "https://cards.example/")

    def test_addresses_come_from_the_setting_and_never_from_the_host(self):
        code = self.table(self.person(language="pl"))["code"]
        for path, picture, url in [(f"/j/{code}", "site", f"/j/{code}?lang=pl"), ("/day", "day", "/day"), ("/", "site", "/")]:
            body = self.ask(path, Host="evil.example")[2].decode()
            self.assertNotIn("evil.example", body)
            meta = self.meta(path, Host="evil.example")
            self.assertEqual((meta["og:image"], meta["og:url"]), (f"https://cards.example/preview/{picture}.png", f"https://cards.example{url}"))


class Limits(Preview):
    options = ("--trust-proxy", "127.0.0.1")

    def test_one_address_asks_for_so_many_and_still_gets_the_page(self):
        for number in range(100):
            self.assertEqual(self.said(f"/r/{number:016d}", X_Forwarded_For="192.0.2.7")[0], "stos")
        if HAS_PAGE:  # its budget is spent, others' is not
            self.assertEqual(self.ask("/preview/lie.png", X_Forwarded_For="192.0.2.7")[0], 404)
            self.assertEqual(self.ask("/preview/lie.png", X_Forwarded_For="192.0.2.8")[0], 200)
            self.assertEqual(self.ask("/preview/lie.png", X_Forwarded_For="192.0.2.7")[0], 200, "what is drawn costs nothing")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
