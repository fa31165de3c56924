"""A server on loopback that replies as a test says, byte by byte if need be."""

from __future__ import annotations

import json
import socket
import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Request:
    method: str
    target: str
    headers: dict[str, str]
    body: Any
    connection: int
    """Which of the server's connections it came over, from 1."""


@dataclass
class Peer:
    """The client's end, for a reply."""

    socket: socket.socket
    is_kept: bool = field(default=False)
    """Whether another request may follow."""

    def send(self, text: str | bytes) -> None:
        self.socket.sendall(text.encode() if isinstance(text, str) else text)

    def await_end(self) -> None:
        """Returns when the client has closed its end."""
        self.socket.settimeout(60)
        while self.socket.recv(4096):
            pass


Reply = Callable[[Peer], None]


def replies(status: str, body: Any, *headers: str) -> Reply:
    """A whole response, after which the connection stays open."""

    def reply(peer: Peer) -> None:
        text = body if isinstance(body, str) else json.dumps(body)
        data = text.encode()
        lines = [f"HTTP/1.1 {status}", "Content-Type: application/json", *headers]
        peer.send("\r\n".join([*lines, f"Content-Length: {len(data)}", "", ""]))
        peer.send(data)
        peer.is_kept = True

    return reply


def refuses(status: str, code: str, retryable: bool, *headers: str, **more: Any) -> Reply:
    error = {"error": f"Refused: {code}", "code": code, "retryable": retryable, "request_id": "r-1"}
    return replies(status, {**error, **more}, *headers)


STREAM = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"


def event(frame: Any) -> str:
    return f"data: {json.dumps(frame, ensure_ascii=False)}\n\n"


def delta(text: str) -> str:
    return event({"delta": text, "done": False})


LAST = {
    "done": True,
    "covered": True,
    "citations": [],
    "powered_by": "Footnote",
    "powered_by_url": "",
}


def streams(*events: str) -> Reply:
    """A stream whose connection ends with it."""

    def reply(peer: Peer) -> None:
        peer.send(f"{STREAM}Connection: close\r\n\r\n" + "".join(events))

    return reply


def hangs_up(peer: Peer) -> None:
    """Ends the connection without a reply."""


class Server:
    """Gives each request the next of its replies, and the last again and again."""

    def __init__(self, *scripted: Reply, tls: ssl.SSLContext | None = None) -> None:
        self.requests: list[Request] = []
        self._replies = list(scripted)
        self._tls = tls
        self._connections = 0
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port: int = self._listener.getsockname()[1]
        scheme = "http" if tls is None else "https"
        self.url = f"{scheme}://127.0.0.1:{self.port}"
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def connections(self) -> int:
        return self._connections

    def close(self) -> None:
        try:
            # Wakes the thread that accepts.
            self._listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                peer, _ = self._listener.accept()
            except OSError:
                return
            self._connections += 1
            threading.Thread(
                target=self._serve, args=(peer, self._connections), daemon=True
            ).start()

    def _serve(self, accepted: socket.socket, number: int) -> None:
        try:
            accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._tls is not None:
                accepted = self._tls.wrap_socket(accepted, server_side=True)
            peer = Peer(accepted)
            while True:
                peer.is_kept = False
                request = _read_request(accepted, number)
                if request is None:
                    return
                with self._lock:
                    self.requests.append(request)
                    reply = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
                reply(peer)
                if not peer.is_kept:
                    return
        except OSError:
            pass
        finally:
            accepted.close()


def _read_request(peer: socket.socket, number: int) -> Request | None:
    received = b""
    while b"\r\n\r\n" not in received:
        piece = peer.recv(65_536)
        if not piece:
            return None
        received += piece
    head, body = received.split(b"\r\n\r\n", 1)
    first, *lines = head.decode("latin-1").split("\r\n")
    method, target, _ = first.split(" ")
    headers = {
        name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)
    }
    while len(body) < int(headers.get("content-length", "0")):
        body += peer.recv(65_536)
    return Request(method, target, headers, json.loads(body) if body else None, number)
