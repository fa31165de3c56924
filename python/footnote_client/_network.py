"""Connections, blocking and with asyncio.

Everything above is written once, as coroutines. With `BlockingNetwork` nothing in them ever waits for an
event loop, so that `run_blocking` can run them to their end in one step.
"""

from __future__ import annotations

import asyncio
import os
import select
import socket
import ssl
import time
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

Result = TypeVar("Result")

_PIECE = 65_536
_LONGEST_PROXY_REPLY = 65_536


@dataclass(frozen=True)
class Proxy:
    host: str
    port: int
    authorization: str | None
    """The value of Proxy-Authorization."""


@dataclass(frozen=True)
class Address:
    host: str
    port: int
    tls: ssl.SSLContext | None
    proxy: Proxy | None


class ProxyRefused(OSError):
    """The proxy does not connect to the service."""


class Connection(Protocol):
    """Waits no longer than until `deadline`, by `time.monotonic`; then it raises TimeoutError."""

    async def send(self, data: bytes, deadline: float) -> None:
        ...

    async def receive(self, deadline: float) -> bytes:
        """What has arrived; empty when the other side has ended the connection."""

    def is_idle(self) -> bool:
        """Whether it can be used once more: open, with nothing left to read."""

    def close(self) -> None:
        ...


class Network(Protocol):
    async def connect(self, address: Address, deadline: float) -> Connection:
        ...

    async def sleep(self, seconds: float) -> None:
        ...

    def owner(self) -> object:
        """Connections belong to it, and are used by no other."""


def run_blocking(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Runs what never waits for an event loop."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        result: Result = end.value
        return result
    coroutine.close()
    raise TypeError("Client cannot await; AsyncClient can")


def _remaining(deadline: float) -> float:
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise TimeoutError
    return seconds


def _connect_request(address: Address, proxy: Proxy) -> bytes:
    target = f"{address.host}:{address.port}"
    lines = [f"CONNECT {target} HTTP/1.1", f"Host: {target}"]
    if proxy.authorization is not None:
        lines.append(f"Proxy-Authorization: {proxy.authorization}")
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


def _is_connected(reply: bytes) -> bool:
    """Whether the proxy's reply is complete. It sends nothing more before the client does."""
    if b"\r\n\r\n" not in reply:
        if len(reply) > _LONGEST_PROXY_REPLY:
            raise ProxyRefused("The proxy cannot be understood")
        return False
    status = reply.split(b"\r\n", 1)[0].split(b" ")
    if len(status) < 2 or not status[1].startswith(b"2"):
        raise ProxyRefused(f"The proxy refused: {reply.splitlines()[0].decode('latin-1')}")
    return True


class BlockingNetwork:
    async def connect(self, address: Address, deadline: float) -> Connection:
        nearest = address.proxy or address
        sock = socket.create_connection((nearest.host, nearest.port), _remaining(deadline))
        try:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if address.tls is not None:
                if address.proxy is not None:
                    self._tunnel(sock, address, address.proxy, deadline)
                sock.settimeout(_remaining(deadline))
                sock = address.tls.wrap_socket(sock, server_hostname=address.host)
            return _BlockingConnection(sock)
        except BaseException:
            sock.close()
            raise

    def _tunnel(self, sock: socket.socket, address: Address, proxy: Proxy, deadline: float) -> None:
        sock.settimeout(_remaining(deadline))
        sock.sendall(_connect_request(address, proxy))
        reply = b""
        while not _is_connected(reply):
            sock.settimeout(_remaining(deadline))
            piece = sock.recv(_PIECE)
            if piece == b"":
                raise ProxyRefused("The proxy ended the connection")
            reply += piece

    async def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    def owner(self) -> object:
        # A process that was forked has the same sockets, and would read the replies to the other's calls.
        return os.getpid()


class _BlockingConnection:
    def __init__(self, sock: socket.socket) -> None:
        self._socket = sock

    async def send(self, data: bytes, deadline: float) -> None:
        self._socket.settimeout(_remaining(deadline))
        self._socket.sendall(data)

    async def receive(self, deadline: float) -> bytes:
        self._socket.settimeout(_remaining(deadline))
        return self._socket.recv(_PIECE)

    def is_idle(self) -> bool:
        try:
            # Of an idle connection only its end is ever to be read. poll, since select has no
            # descriptor above 1,023; Windows has select alone.
            if hasattr(select, "poll"):
                poll = select.poll()
                poll.register(self._socket, select.POLLIN)
                return not poll.poll(0)
            return not select.select([self._socket], [], [], 0)[0]
        except (OSError, ValueError):
            return False

    def close(self) -> None:
        try:
            # Wakes a thread that is reading.
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._socket.close()


class AsyncNetwork:
    async def connect(self, address: Address, deadline: float) -> Connection:
        return await _until(deadline, self._connect(address))

    async def _connect(self, address: Address) -> Connection:
        tls = address.tls
        name = None if tls is None else address.host
        if tls is None or address.proxy is None:
            nearest = address.proxy or address
            streams = await asyncio.open_connection(
                nearest.host, nearest.port, ssl=tls, server_hostname=name
            )
        else:
            sock = await self._tunnel(address, address.proxy)
            try:
                streams = await asyncio.open_connection(sock=sock, ssl=tls, server_hostname=name)
            except BaseException:
                sock.close()
                raise
        return _AsyncConnection(*streams)

    async def _tunnel(self, address: Address, proxy: Proxy) -> socket.socket:
        loop = asyncio.get_running_loop()
        sock = await _connect_socket(proxy)
        try:
            await loop.sock_sendall(sock, _connect_request(address, proxy))
            reply = b""
            while not _is_connected(reply):
                piece = await loop.sock_recv(sock, _PIECE)
                if piece == b"":
                    raise ProxyRefused("The proxy ended the connection")
                reply += piece
            return sock
        except BaseException:
            sock.close()
            raise

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def owner(self) -> object:
        return asyncio.get_running_loop()


async def _connect_socket(proxy: Proxy) -> socket.socket:
    loop = asyncio.get_running_loop()
    failure: OSError | None = None
    for family, kind, protocol, _, address in await loop.getaddrinfo(
        proxy.host, proxy.port, type=socket.SOCK_STREAM
    ):
        sock = socket.socket(family, kind, protocol)
        sock.setblocking(False)
        try:
            await loop.sock_connect(sock, address)
            return sock
        except OSError as error:
            sock.close()
            failure = error
        except BaseException:
            sock.close()
            raise
    raise failure or OSError("The proxy has no address")


class _AsyncConnection:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, data: bytes, deadline: float) -> None:
        self._writer.write(data)
        await _until(deadline, self._writer.drain())

    async def receive(self, deadline: float) -> bytes:
        return await _until(deadline, self._reader.read(_PIECE))

    def is_idle(self) -> bool:
        # Reads at once what is there, even the end; else it would have to wait.
        probe = self._reader.read(1)
        try:
            probe.send(None)
        except (StopIteration, OSError):
            return False
        probe.close()
        return not self._writer.is_closing()

    def close(self) -> None:
        # Not `close`, which waits for the other side to end TLS.
        self._writer.transport.abort()


async def _until(deadline: float, work: Coroutine[Any, Any, Result]) -> Result:
    try:
        seconds = _remaining(deadline)
    except TimeoutError:
        work.close()
        raise
    try:
        return await asyncio.wait_for(work, seconds)
    except asyncio.TimeoutError as error:
        # Another class in Python 3.10.
        raise TimeoutError from error
