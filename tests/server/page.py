"""page.py - the files of the page as the server sends them: packed as the client wishes, or plain, and the same bytes each time.

Usage: page.py PROGRAM

The program holds the files packed only. A client that takes neither form, one that stops in the middle, and several requests on
one connection must all get what the build put beside the program: page/ with page.json. A program without the page has a plain one.
"""
import gzip
import hashlib
import http.client
import json
import pathlib
import socket
import sys
import tempfile
import unittest

from lib.client import Server, program_from_arguments

PROGRAM = program_from_arguments(sys.argv) if len(sys.argv) > 1 else pathlib.Path("build/check/stos")
FOLDER = PROGRAM.parent / "page"
LIST = json.loads((FOLDER / "page.json").read_text()) if (FOLDER / "page.json").exists() else []


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        passphrase = pathlib.Path(cls.folder.name) / "passphrase"
        passphrase.write_text("the host of this server\n", encoding="utf-8")  # the page for hosts is one of the files
        cls.server = Server(PROGRAM, pathlib.Path(cls.folder.name) / "store.db", "--admin-passphrase-file", passphrase)

    @classmethod
    def tearDownClass(cls):
        assert cls.server.stop() == 0, "the server ends well, and without a leak where that is watched"
        cls.folder.cleanup()

    def setUp(self):
        self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        self.addCleanup(self.connection.close)

    def ask(self, path, method="GET", **headers):
        """The answer on the one connection: status, headers, body."""
        self.connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = self.connection.getresponse()
        return answer.status, answer.headers, answer.read()

    def check_form(self, file, accept, encoding, expected):
        status, headers, body = self.ask(file["path"], Accept_Encoding=accept)
        self.assertEqual((status, headers["Content-Type"], headers["Content-Encoding"]), (200, file["mime"], encoding), file["path"])
        self.assertEqual(int(headers["Content-Length"]), len(expected))
        self.assertEqual(hashlib.sha256(body).digest(), hashlib.sha256(expected).digest(), f"{file['path']} as {encoding}")

    def test_an_address_that_cannot_be_read_is_answered_in_words(self):
        """The library answers it with a page that has no words, but links a style of ours."""
        status, _, body = self.ask("/j/%E0%A4%A")
        self.assertEqual((status, b'href="/error.css"' in body), (403, True))
        self.connection.close()
        for accept, words in [(None, "incomplete"), ("pl,en;q=0.8", "niepełny"), ("cs-CZ", "neúplný"), ("uk", "неповне"), ("x" * 300, "incomplete")]:
            status, headers, body = self.ask("/error.css", **({"Accept_Language": accept} if accept else {}))
            self.assertEqual((status, headers["Content-Type"], headers["Content-Encoding"]), (200, "text/css; charset=utf-8", None))
            self.assertIn(words, body.decode())

    def test_what_is_not_there_is_told_in_the_language_of_the_browser(self):
        preferred = "de-DE,de;q=0.9,pl-PL;q=0.8,pl;q=0.7,en-US;q=0.6,en;q=0.5,cs;q=0.4,uk;q=0.3"  # the first that we speak
        for path, accept, words in [("/nowhere", None, "nothing here"), ("/nowhere", "pl,en;q=0.8", "Nic tu nie ma"), ("/nowhere", "CS-cz", "Nic tu není"),
                                    ("/nowhere", "uk", "Тут нічого немає"), ("/nowhere", preferred, "Nic tu nie ma"), ("/nowhere", "en-GB,pl", "nothing here"),
                                    ("/nowhere", ";,, -,", "nothing here"), ("/nowhere", "pl;q=0, cs", "Nic tu není"), ("/nowhere", "x" * 3000, "nothing here"),
                                    ("/api/records/nowhere", "pl", "Nie ma skończonej partii"), ("/api/records/nowhere", "en", "no finished game")]:
            with self.subTest(path=path, accept=accept):
                status, headers, body = self.ask(path, **({"Accept_Language": accept} if accept else {}))
                self.assertEqual((status, headers["Content-Type"]), (404, "text/plain; charset=utf-8"))
                self.assertIn(words, body.decode())
                self.assertTrue(body.endswith(b"\n"), body)

    def test_a_browser_at_a_wrong_address_gets_the_page_which_says_so(self):
        status, headers, body = self.ask("/foo/bar", Accept="text/html,application/xhtml+xml,*/*;q=0.8")
        self.assertEqual((status, headers["Content-Type"], headers["ETag"]), (404, "text/html; charset=utf-8", None))
        self.assertTrue(body.startswith(b"<!doctype html>"), body[:40])
        self.assertEqual(self.ask("/app-0000.js", Accept="*/*")[0], 404)

    def test_every_file_is_the_same_in_every_form(self):
        for file in LIST:
            path = FOLDER / file["path"][1:]
            plain = path.read_bytes()
            self.check_form(file, "identity", None, plain)
            gz = pathlib.Path(f"{path}.gz").read_bytes() if file["gzip"] else plain
            self.assertTrue(gz == plain or gzip.decompress(gz) == plain, file["path"])
            self.check_form(file, "gzip, deflate", "gzip" if file["gzip"] else None, gz)
            best = pathlib.Path(f"{path}.br").read_bytes() if file["brotli"] else gz
            self.check_form(file, "gzip, deflate, br", "br" if file["brotli"] else "gzip" if file["gzip"] else None, best)

    def test_a_client_that_refuses_an_encoding_is_not_sent_it(self):
        file = next((file for file in LIST if file["gzip"] and file["brotli"]), {"path": "/"})
        for accept, encoding in [("gzip, br;q=0", "gzip"), ("br; q=0.000, gzip;q=0", None), ("br;q=0.001", "br"), ("BR", "br"), ("x-br, brotli", None),
                                 ("gzip;q=0,identity", None)]:
            with self.subTest(accept=accept):
                status, headers, _ = self.ask(file["path"], Accept_Encoding=accept)
                self.assertEqual((status, headers["Content-Encoding"]), (200, encoding if LIST else None))

    def test_a_client_that_names_no_encoding_gets_the_page_plain(self):
        status, headers, body = self.ask("/j/somewhere")
        self.assertEqual((status, headers["Content-Encoding"]), (200, None))
        self.assertTrue(body.startswith(b"<!doctype html>"), body[:40])
        self.assertEqual(int(headers["Content-Length"]), len(body))

    def test_a_client_that_knows_the_file_is_not_sent_it_again(self):
        etag = self.ask("/")[1]["ETag"]
        status, _, body = self.ask("/", If_None_Match=etag)
        self.assertEqual((status, body), (304, b""))

    def test_only_the_head_can_be_asked_for(self):
        plain, head = self.ask("/")[1], self.ask("/", "HEAD")
        self.assertEqual((head[0], head[1]["Content-Length"], head[2]), (200, plain["Content-Length"], b""))

    def test_clients_that_leave_in_the_middle_of_a_file_do_no_harm(self):
        longest = max(LIST, key=lambda file: file["bytes"])["path"] if LIST else "/"
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=60) as plain:
                plain.sendall(f"GET {longest} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                self.assertTrue(plain.recv(100).startswith(b"HTTP/1.1 200"))
        self.assertEqual(self.ask("/healthz")[0], 200)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
