"""HTTP/1.1 over a connection: one request, one response, read as it arrives."""

from __future__ import annotations

import re
from email.message import Message
from http.client import HTTPException, parse_headers
from io import BytesIO

from ._network import Connection

_LONGEST_LINE = 65_536
_MOST_HEADERS = 100
_END = b"\r\n"


class NotHttp(Exception):
    """What arrived is no HTTP response, or breaks off."""


class Response:
    def __init__(self, buffer: _Buffer, status: int, headers: Message, keep: bool) -> None:
        self.status = status
        self.headers = headers
        self._buffer = buffer
        self._is_chunked = "chunked" in headers.get("transfer-encoding", "").lower()
        self._left = _body_length(status, headers, self._is_chunked)
        """Bytes up to the end of the body, or of the chunk. None: up to the end of the connection."""
        self._has_ended = not self._is_chunked and self._left == 0
        self._keep = keep and self._left is not None

    @property
    def is_reusable(self) -> bool:
        """Whether the connection can carry another request: the body was read to its end."""
        return self._has_ended and self._keep and self._buffer.is_empty

    async def read(self, deadline: float) -> bytes:
        """The next piece of the body as it arrives; empty at its end."""
        if self._has_ended:
            return b""
        if self._is_chunked and self._left == 0:
            await self._begin_chunk(deadline)
            if self._has_ended:
                return b""
        piece = await self._buffer.take(self._left, deadline)
        if piece == b"":
            if self._left is not None:
                raise NotHttp("The body breaks off")
            self._has_ended = True
        if self._left is not None:
            self._left -= len(piece)
            if self._left == 0:
                if self._is_chunked:
                    await self._expect_line_end(deadline)
                else:
                    self._has_ended = True
        return piece

    async def _begin_chunk(self, deadline: float) -> None:
        size = (await self._buffer.take_line(deadline)).split(b";")[0].strip()
        if not re.fullmatch(rb"[0-9a-fA-F]{1,16}", size):
            raise NotHttp("A chunk has no length")
        self._left = int(size, 16)
        if self._left == 0:
            while await self._buffer.take_line(deadline):
                pass
            self._has_ended = True

    async def _expect_line_end(self, deadline: float) -> None:
        if await self._buffer.take_line(deadline) != b"":
            raise NotHttp("A chunk is longer than it says")


def _body_length(status: int, headers: Message, is_chunked: bool) -> int | None:
    if status in (204, 304) or is_chunked:
        return 0
    lengths = {length.strip() for length in headers.get_all("content-length", [])}
    if not lengths:
        return None
    (length, *others) = lengths
    if others or not re.fullmatch("[0-9]{1,18}", length):
        raise NotHttp("The length of the body is not clear")
    return int(length)


def write_request(method: str, target: str, headers: dict[str, str], body: bytes | None) -> bytes:
    lines = [f"{method} {target} HTTP/1.1"]
    if body is not None:
        headers = {**headers, "Content-Length": str(len(body))}
    for name, value in headers.items():
        if not re.fullmatch(r"[\x20-\x7e\xa0-\xff]*", value):
            raise ValueError(f"{name} has characters that a header cannot have")
        lines.append(f"{name}: {value}")
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + (body or b"")


async def read_response(connection: Connection, deadline: float) -> Response:
    buffer = _Buffer(connection)
    while True:
        version, status = _read_status(await buffer.take_line(deadline))
        headers = await _read_headers(buffer, deadline)
        # 1xx come before the response.
        if status >= 200:
            break
    closes = "close" in headers.get("connection", "").lower()
    return Response(buffer, status, headers, version == b"HTTP/1.1" and not closes)


def _read_status(line: bytes) -> tuple[bytes, int]:
    match = re.match(rb"(HTTP/1\.[01]) ([1-9]\d\d)(?: |$)", line)
    if not match:
        raise NotHttp("The response is not HTTP/1.1")
    return match[1], int(match[2])


async def _read_headers(buffer: _Buffer, deadline: float) -> Message:
    lines: list[bytes] = []
    while line := await buffer.take_line(deadline):
        lines.append(line)
        if len(lines) > _MOST_HEADERS:
            raise NotHttp("There are too many headers")
    try:
        return parse_headers(BytesIO(_END.join([*lines, b"", b""])))
    except HTTPException as error:
        raise NotHttp("The headers cannot be read") from error


class _Buffer:
    """What has arrived and was not read yet."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._bytes = b""

    @property
    def is_empty(self) -> bool:
        return self._bytes == b""

    async def take(self, most: int | None, deadline: float) -> bytes:
        """What is there, or else what arrives next. Empty at the end of the connection."""
        if self._bytes == b"":
            self._bytes = await self._connection.receive(deadline)
        cut = len(self._bytes) if most is None else most
        taken, self._bytes = self._bytes[:cut], self._bytes[cut:]
        return taken

    async def take_line(self, deadline: float) -> bytes:
        """A line without its end."""
        while b"\n" not in self._bytes:
            if len(self._bytes) > _LONGEST_LINE:
                raise NotHttp("A line is too long")
            piece = await self._connection.receive(deadline)
            if piece == b"":
                raise NotHttp("The response breaks off")
            self._bytes += piece
        line, self._bytes = self._bytes.split(b"\n", 1)
        return line[:-1] if line.endswith(b"\r") else line
