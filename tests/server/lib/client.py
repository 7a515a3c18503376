"""client.py - a WebSocket client and a running server, with nothing but Python's own library: what the tests of the server share.

Server starts the real program on a free port and reads its address from standard output. Client speaks docs/protocol.md; it
answers pings, keeps frames that nobody waited for, and can be told to misbehave.
"""
import base64
import functools
import json
import os
import pathlib
import select
import signal
import socket
import struct
import subprocess
import time
import urllib.error
import urllib.request


class Closed(Exception):
    """The other side closed; code and reason say why."""

    def __init__(self, code, reason=""):
        super().__init__(f"closed {code} {reason}")
        self.code, self.reason = code, reason


class Refused(Exception):
    def __init__(self, reply):
        super().__init__(f"{reply.get('error')}: {reply.get('message')}")
        self.reply, self.error = reply, reply.get("error")


@functools.cache
def numbers_with_people(program):
    """The option that puts /metrics beside the page, where the tests read them; programs before 0.3 did so without it."""
    help_text = subprocess.run([program, "serve", "--help"], capture_output=True, text=True, check=True).stdout
    return ("--metrics-address", "same") if "`same`" in help_text else ()


class Server:
    """A running `stos serve`, with its metrics where people connect unless the options say otherwise."""

    def __init__(self, program, store, *options, port=0, env=None, log=None):
        self.program, self.store, self.options, self.env = program, str(store), options, env
        self.port, self.log_path, self.process = port, log, None
        self.start()

    def start(self):
        log = open(self.log_path, "ab") if self.log_path else subprocess.DEVNULL
        command = [str(self.program), "serve", "--store", self.store, "--port", str(self.port), *map(str, self.options)]
        if "--metrics-address" not in command:
            command += numbers_with_people(str(self.program))
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=self.env)
        if self.log_path:
            log.close()
        line = self.process.stdout.readline().strip()
        if not line:
            raise RuntimeError(f"the server did not start: {self.process.wait()}")
        if not self.port:
            self.port = int(line.rstrip("/").rsplit(":", 1)[1])

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self, timeout=60):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout)
        self.process.stdout.close()
        return code

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        if self.process.poll() is None:
            self.kill()


class Client:
    """One WebSocket connection. Frames without a ref are kept in `frames` until somebody takes them."""

    def __init__(self, port, path="/ws", origin=None, timeout=60, host="127.0.0.1", wrap=lambda plain: plain, headers=()):
        self.timeout, self.buffer, self.frames, self.replies, self.counter = timeout, b"", [], {}, 0
        self.prefix = os.urandom(4).hex()
        self.fragments = b""
        self.socket = socket.create_connection((host, port), timeout=timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket = wrap(self.socket)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}",
                 "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: stos", *headers]
        if origin:
            lines.append(f"Origin: {origin}")
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        try:
            self.read_upgrade(time.monotonic() + timeout)
        except Exception:
            self.close()
            raise

    def read_upgrade(self, deadline):
        while b"\r\n\r\n" not in self.buffer:
            self.read_more(deadline)
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Closed(0, head.split(b"\r\n")[0].decode())

    # ---- frames

    def send_frame(self, opcode, payload, final=True, masked=True):
        length = len(payload)
        head = bytes([(0x80 if final else 0) | opcode])
        mark = 0x80 if masked else 0
        if length < 126:
            head += bytes([mark | length])
        elif length < 65536:
            head += bytes([mark | 126]) + struct.pack(">H", length)
        else:
            head += bytes([mark | 127]) + struct.pack(">Q", length)
        mask = os.urandom(4) if masked else b""
        if masked and length:
            pad = (mask * (length // 4 + 1))[:length]
            payload = (int.from_bytes(payload, "big") ^ int.from_bytes(pad, "big")).to_bytes(length, "big")
        self.socket.sendall(head + mask + payload)

    def read_more(self, deadline):
        left = deadline - time.monotonic()
        pending = getattr(self.socket, "pending", lambda: 0)()  # decrypted already
        if left <= 0 or not (pending or select.select([self.socket], [], [], left)[0]):
            raise TimeoutError("no frame came")
        try:
            data = self.socket.recv(65536)
        except ConnectionResetError as error:
            raise Closed(0, "reset") from error
        if not data:
            raise Closed(0, "end of stream")
        self.buffer += data

    def read_frame(self, deadline):
        """The next whole frame as (opcode, payload)."""
        while True:
            need = 2
            if len(self.buffer) >= 2:
                size = self.buffer[1] & 127
                need = 2 + {126: 2, 127: 8}.get(size, 0)
                if len(self.buffer) >= need:
                    if size == 126:
                        size = struct.unpack(">H", self.buffer[2:4])[0]
                    elif size == 127:
                        size = struct.unpack(">Q", self.buffer[2:10])[0]
                    if len(self.buffer) >= need + size:
                        opcode, payload = self.buffer[0], self.buffer[need:need + size]
                        self.buffer = self.buffer[need + size:]
                        return opcode, payload
            self.read_more(deadline)

    def receive(self, timeout=None):
        """The next text frame, parsed."""
        deadline = time.monotonic() + (self.timeout if timeout is None else timeout)
        while True:
            first, payload = self.read_frame(deadline)
            opcode, final = first & 15, first & 0x80
            if opcode == 8:
                code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005
                raise Closed(code, payload[2:].decode(errors="replace"))
            if opcode == 9:
                self.send_frame(10, payload)
            elif opcode in (0, 1):
                self.fragments += payload
                if final:
                    text, self.fragments = self.fragments, b""
                    return json.loads(text)

    # ---- the protocol

    def send(self, verb, /, ref=None, **members):
        self.counter += 1
        ref = ref or f"{self.prefix}-{self.counter}"
        self.send_frame(1, json.dumps({"do": verb, "ref": ref, **members}).encode())
        return ref

    def reply(self, ref, timeout=None):
        deadline = time.monotonic() + (self.timeout if timeout is None else timeout)
        while ref not in self.replies:
            frame = self.receive(deadline - time.monotonic())
            if "ref" in frame:
                self.replies[frame["ref"]] = frame
            else:
                self.frames.append(frame)
        return self.replies.pop(ref)

    def ask(self, verb, /, **members):
        """Sends a request and returns its reply; raises Refused when it is an error."""
        reply = self.reply(self.send(verb, **members))
        if not reply["ok"]:
            raise Refused(reply)
        return reply

    def hello(self, name="Ola", **members):
        try:
            self.welcome = self.ask("hello", version=1, name=name, **members)
        except (Closed, Refused):
            self.close()
            raise
        self.token = self.welcome.get("token") or members.get("token")
        return self

    def frame(self, wanted=lambda frame: True, timeout=None):
        """The next frame that is wanted; those before it are dropped."""
        deadline = time.monotonic() + (self.timeout if timeout is None else timeout)
        while True:
            frame = self.frames.pop(0) if self.frames else self.receive(deadline - time.monotonic())
            if "ref" in frame:
                self.replies[frame["ref"]] = frame
            elif wanted(frame):
                return frame

    def close(self):
        self.socket.close()


def metric(port, name, prefix="stos_"):
    """One number of /metrics."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as answer:
        return float(next(line.split()[1] for line in answer.read().decode().splitlines() if line.startswith(f"{prefix}{name} ")))


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def program_from_arguments(argv):
    """Takes the path of the program out of the arguments of a test."""
    return pathlib.Path(argv.pop(1)).resolve()


def healthz(port):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=60) as answer:
            return answer.status
    except urllib.error.HTTPError as answer:
        return answer.code


def make_certificate(folder, name):
    cert, key = f"{folder}/{name}.cert", f"{folder}/{name}.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", f"/CN={name}",
                    "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", cert], check=True, capture_output=True)
    return cert, key
