"""TLS, proxies, and how long a wait may take."""

from __future__ import annotations

import base64
import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from footnote_client._calls import Call, Calls, Question
from footnote_client._network import Address, Connection, run_blocking
from footnote_client._transport import Transport

from .drivers import AsyncDriver, BlockingDriver
from .server import LAST, Peer, Reply, Server, delta, event, replies, streams
from .test_faults import FOUND, Clients


class Proxy(Server):
    """Connects to wherever CONNECT asks for, and notes it; or refuses."""

    def __init__(self, status: str = "200 Connection established") -> None:
        super().__init__(self._tunnel)
        self._status = status

    def _tunnel(self, peer: Peer) -> None:
        peer.send(f"HTTP/1.1 {self._status}\r\n\r\n")
        if not self._status.startswith("2"):
            return
        host, port = self.requests[-1].target.split(":")
        service = socket.create_connection((host, int(port)))
        threading.Thread(target=_pipe, args=(service, peer.socket), daemon=True).start()
        _pipe(peer.socket, service)


def _pipe(source: socket.socket, target: socket.socket) -> None:
    try:
        while piece := source.recv(65_536):
            target.sendall(piece)
    except OSError:
        pass
    finally:
        try:
            target.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class NetworkTests(Clients):
    # Given by unittest.TestCase.
    assertEqual: Any
    assertTrue: Any
    assertRaises: Any

    certificate: Path

    @classmethod
    def setUpClass(cls) -> None:
        folder = Path(tempfile.mkdtemp())
        cls.certificate = folder / "certificate.pem"
        command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1"
        names = ["-addext", "subjectAltName=IP:127.0.0.1"]
        files = ["-keyout", str(folder / "key.pem"), "-out", str(cls.certificate)]
        subprocess.run([*command.split(), *names, *files], check=True, capture_output=True)

    @classmethod
    def tearDownClass(cls) -> None:
        shutil.rmtree(cls.certificate.parent)

    def serve_tls(self, *scripted: Reply) -> Server:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, self.certificate.parent / "key.pem")
        return self.serve(*scripted, tls=context)

    def trusting(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.certificate))

    def serve_proxy(self, status: str = "200 Connection established") -> Proxy:
        proxy = Proxy(status)
        self.addCleanup(proxy.close)  # type: ignore[attr-defined]
        return proxy

    def test_tls(self) -> None:
        server = self.serve_tls(FOUND, FOUND, streams(delta("A"), event(LAST)))
        client = self.connect(server, ssl_context=self.trusting())
        client.call("search", "keys")
        client.call("search", "keys")
        self.assertEqual(server.connections, 1)
        self.assertEqual(client.read("keys")[1].text, "A")

    def test_a_certificate_that_nobody_vouches_for(self) -> None:
        server = self.serve_tls(FOUND)
        error = self.failure(self.connect(server), "search", "keys")
        self.assertEqual((error.code, error.retryable), ("NETWORK", False))
        self.assertEqual((server.requests, server.connections), ([], 1))

    def test_a_certificate_of_another_host(self) -> None:
        server = self.serve_tls(FOUND)
        client = self.driver(
            server.url.replace("127.0.0.1", "localhost"), ssl_context=self.trusting()
        )
        self.addCleanup(client.close)  # type: ignore[attr-defined]
        error = self.failure(client, "search", "keys")
        self.assertEqual((error.code, error.retryable, server.requests), ("NETWORK", False, []))

    def test_a_proxy_is_told_the_whole_address(self) -> None:
        proxy = self.serve(FOUND)
        login = proxy.url.replace("http://", "http://ada:p%40ss@")
        client = self.driver("http://answers.example.com/base/", proxy=login)
        self.addCleanup(client.close)  # type: ignore[attr-defined]
        client.call("search", "keys")
        (request,) = proxy.requests
        self.assertTrue(request.target.startswith("http://answers.example.com/base/api/v1/public/"))
        self.assertEqual(request.headers["host"], "answers.example.com")
        given = base64.b64decode(request.headers["proxy-authorization"].removeprefix("Basic "))
        self.assertEqual(given, b"ada:p@ss")

    def test_tls_goes_through_a_proxy_unread(self) -> None:
        server, proxy = self.serve_tls(FOUND, streams(delta("A"), event(LAST))), self.serve_proxy()
        client = self.connect(server, ssl_context=self.trusting(), proxy=proxy.url)
        client.call("search", "keys")
        self.assertEqual(client.read("keys")[1].text, "A")
        self.assertEqual(
            {(each.method, each.target) for each in proxy.requests},
            {("CONNECT", f"127.0.0.1:{server.port}")},
        )
        self.assertTrue("x-client-key" not in proxy.requests[0].headers)

    def test_a_proxy_that_refuses(self) -> None:
        server, proxy = self.serve_tls(FOUND), self.serve_proxy("407 Proxy Authentication Required")
        client = self.connect(server, ssl_context=self.trusting(), proxy=proxy.url, max_retries=0)
        error = self.failure(client, "search", "keys")
        self.assertEqual((error.code, server.requests), ("NETWORK", []))
        self.assertTrue("407" in str(error.__cause__), error.__cause__)

    def test_the_proxy_of_the_environment(self) -> None:
        proxy = self.serve(FOUND)
        settings = {"http_proxy": proxy.url, "no_proxy": "internal.example.com,127.0.0.1"}
        with mock.patch.dict(os.environ, settings, clear=True):
            client = self.driver("http://answers.example.com")
            for url in ("http://internal.example.com", self.serve(FOUND).url):
                self.assertEqual(self.driver(url).client._calls.transport._address.proxy, None)
            own = self.driver("http://answers.example.com", trust_env=False)
            self.assertEqual(own.client._calls.transport._address.proxy, None)
        self.addCleanup(client.close)  # type: ignore[attr-defined]
        client.call("search", "keys")
        self.assertEqual(len(proxy.requests), 1)

    def test_proxies_that_cannot_be_used_are_refused_at_once(self) -> None:
        for proxy in ("socks5://127.0.0.1:1080", "https://127.0.0.1", "http://"):
            with self.assertRaises(ValueError):
                self.driver("http://answers.example.com", proxy=proxy)


class BlockingNetworkTests(NetworkTests, unittest.TestCase):
    driver = BlockingDriver


class AsyncNetworkTests(NetworkTests, unittest.TestCase):
    driver = AsyncDriver


class Clock:
    """A network in whose time each piece arrives 10 s after the one before."""

    def __init__(self, *pieces: str) -> None:
        self.now = 0.0
        self.pieces = [piece.encode() for piece in pieces]

    async def connect(self, address: Address, deadline: float) -> Connection:
        return self

    async def send(self, data: bytes, deadline: float) -> None:
        pass

    async def receive(self, deadline: float) -> bytes:
        self.now += 10
        if self.now > deadline:
            raise TimeoutError
        return self.pieces.pop(0) if self.pieces else b""

    async def sleep(self, seconds: float) -> None:
        self.now += seconds

    def is_idle(self) -> bool:
        return False

    def owner(self) -> object:
        return None

    def close(self) -> None:
        pass


class DeadlineTests(unittest.TestCase):
    def make_calls(self, clock: Clock) -> Calls:
        patched = mock.patch("time.monotonic", lambda: clock.now)
        patched.start()
        self.addCleanup(patched.stop)
        transport = Transport(
            clock, "http://service.invalid", ssl_context=None, proxy=None, trust_env=False
        )
        return Calls(
            clock,
            transport,
            credential={},
            reader_token=None,
            captcha_token=None,
            timeout=30,
            max_retries=0,
        )

    def test_a_whole_reply_has_one_deadline(self) -> None:
        head = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"
        for pieces, is_late in (
            ((head + "{", "  ", "}"), False),
            ((head, "{", " ", " ", "}"), True),
        ):
            calls = self.make_calls(Clock(*pieces))
            if is_late:
                with self.assertRaisesRegex(Exception, "in time"):
                    run_blocking(calls.request(Call("GET", "/")))
            else:
                self.assertEqual(run_blocking(calls.request(Call("GET", "/"))), {})

    def test_each_sign_of_life_of_a_stream_puts_its_deadline_off(self) -> None:
        head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
        clock = Clock(head, delta("A"), *[": beat\n\n"] * 100, event(LAST))
        question = Question(self.make_calls(clock), Call("POST", "/"))
        while run_blocking(question.next_frame()):
            pass
        self.assertEqual((question.answer.text, question.answer.is_done), ("A", True))
        self.assertGreater(clock.now, 1_000)
