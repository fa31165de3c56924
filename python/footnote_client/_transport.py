"""Requests to the service: connections that are kept, proxies, and what failed put into words."""

from __future__ import annotations

import base64
import json
import ssl
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from ._http import NotHttp, Response, read_response, write_request
from ._network import Address, Connection, Network, Proxy
from ._version import VERSION
from .errors import ErrorDetail, FootnoteError

_LOST = {
    "NETWORK": "The connection to the service was lost.",
    "TIMEOUT": "The service did not answer in time.",
}
_MOST_KEPT = 10
_DEFAULT_KEPT_SECONDS = 30.0


@dataclass(frozen=True)
class _Kept:
    connection: Connection
    owner: object
    until: float


class Exchange:
    """A response of the service, whose body is read as it arrives. What fails is a FootnoteError."""

    def __init__(self, transport: Transport, connection: Connection, response: Response) -> None:
        self.status = response.status
        self.headers = response.headers
        self._transport = transport
        self._connection = connection
        self._response = response

    async def read(self, deadline: float) -> bytes:
        """The next piece; empty at the end."""
        with self._transport.naming_faults():
            return await self._response.read(deadline)

    async def read_all(self, deadline: float) -> bytes:
        pieces = []
        while piece := await self.read(deadline):
            pieces.append(piece)
        return b"".join(pieces)

    def release(self) -> None:
        """Keeps the connection if the body was read to its end, and else closes it."""
        if self._response.is_reusable:
            self._transport.keep(self._connection, self.headers)
        else:
            self._connection.close()


class Transport:
    """Safe to use from several threads, or tasks."""

    def __init__(
        self,
        network: Network,
        base_url: str,
        *,
        ssl_context: ssl.SSLContext | None,
        proxy: str | None,
        trust_env: bool,
    ) -> None:
        self.base_url = base_url.rstrip("/")
        parts = _split_url(self.base_url)
        self._network = network
        self._address = _find_address(parts, ssl_context, proxy, trust_env)
        self._host = _host_header(parts)
        self._path = parts.path
        self._kept: deque[_Kept] = deque()

    async def open(
        self, method: str, path: str, headers: dict[str, str], body: bytes | None, deadline: float
    ) -> Exchange:
        request = self._write(method, path, headers, body)
        with self.naming_faults():
            connection = self._take_kept() or await self._network.connect(self._address, deadline)
            try:
                await connection.send(request, deadline)
                return Exchange(self, connection, await read_response(connection, deadline))
            except BaseException:
                connection.close()
                raise

    @contextmanager
    def naming_faults(self) -> Iterator[None]:
        try:
            yield
        except TimeoutError as error:
            raise self._lost("TIMEOUT") from error
        except ssl.SSLCertVerificationError as error:
            raise self._lost("NETWORK", retryable=False) from error
        except (OSError, NotHttp) as error:
            raise self.lost() from error

    def close(self) -> None:
        while self._kept:
            self._kept.pop().connection.close()

    def lost(self) -> FootnoteError:
        return self._lost("NETWORK")

    def unexpected(self, exchange: Exchange) -> FootnoteError:
        """For what the service does not send, such as a proxy's error page, or a redirect."""
        return FootnoteError(
            f"The service could not be understood (status {exchange.status}).",
            code="UNEXPECTED_RESPONSE",
            status=exchange.status,
            retryable=_is_retryable(exchange.status),
            retry_after=_retry_after(exchange),
            request_id=exchange.headers.get("x-request-id"),
            address=self.base_url,
        )

    def refusal(self, exchange: Exchange, text: bytes) -> FootnoteError:
        """What a status other than 2xx comes with, if it is the service's."""
        try:
            body = json.loads(text)
        except ValueError:
            body = None
        if not isinstance(body, dict):
            return self.unexpected(exchange)
        message, code = body.get("error"), body.get("code")
        if not isinstance(message, str) or not isinstance(code, str):
            return self.unexpected(exchange)
        request_id, retryable = body.get("request_id"), body.get("retryable")
        return FootnoteError(
            message,
            code=code,
            status=exchange.status,
            retryable=retryable if isinstance(retryable, bool) else _is_retryable(exchange.status),
            retry_after=_retry_after(exchange),
            details=_read_details(body.get("details")),
            request_id=request_id
            if isinstance(request_id, str)
            else exchange.headers.get("x-request-id"),
        )

    def _lost(self, code: str, retryable: bool = True) -> FootnoteError:
        return FootnoteError(_LOST[code], code=code, retryable=retryable, address=self.base_url)

    def _take_kept(self) -> Connection | None:
        owner = self._network.owner()
        while True:
            try:
                kept = self._kept.pop()
            except IndexError:
                return None
            # Of another event loop or process: it is theirs to close.
            if kept.owner != owner:
                continue
            if time.monotonic() < kept.until and kept.connection.is_idle():
                return kept.connection
            kept.connection.close()

    def keep(self, connection: Connection, headers: Message) -> None:
        until = time.monotonic() + _kept_seconds(headers.get("keep-alive", ""))
        self._kept.append(_Kept(connection, self._network.owner(), until))
        if len(self._kept) > _MOST_KEPT:
            try:
                self._kept.popleft().connection.close()
            except IndexError:
                pass

    def _write(self, method: str, path: str, headers: dict[str, str], body: bytes | None) -> bytes:
        target = self._path + path
        sent = {"Host": self._host, "User-Agent": f"footnote-client-python/{VERSION}", **headers}
        proxy = self._address.proxy
        if proxy is not None and self._address.tls is None:
            target = f"http://{self._host}{target}"
            if proxy.authorization is not None:
                sent["Proxy-Authorization"] = proxy.authorization
        return write_request(method, target, sent, body)


def _kept_seconds(header: str) -> float:
    """A second less than the service keeps it, so that no request meets its end."""
    for part in header.split(","):
        name, _, value = part.strip().partition("=")
        if name.lower() == "timeout" and value.isascii() and value.isdigit():
            return max(0.0, float(value) - 1)
    return _DEFAULT_KEPT_SECONDS


def _split_url(url: str) -> SplitResult:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(
            "base_url is not the address of a service, such as https://answers.example.com"
        )
    if parts.username or parts.query or parts.fragment:
        raise ValueError("base_url has more than scheme, host, port and path")
    return parts


def _ascii_host(parts: SplitResult) -> str:
    host = parts.hostname or ""
    return host if host.isascii() else host.encode("idna").decode("ascii")


def _host_header(parts: SplitResult) -> str:
    host = _ascii_host(parts)
    host = f"[{host}]" if ":" in host else host
    return host if parts.port is None else f"{host}:{parts.port}"


def _find_address(
    parts: SplitResult, ssl_context: ssl.SSLContext | None, proxy: str | None, trust_env: bool
) -> Address:
    is_https = parts.scheme == "https"
    host = _ascii_host(parts)
    if proxy is None and trust_env and not proxy_bypass(_host_header(parts)):
        proxies = getproxies()
        proxy = proxies.get(parts.scheme) or proxies.get("all")
    return Address(
        host=host,
        port=parts.port or (443 if is_https else 80),
        tls=(ssl_context or ssl.create_default_context()) if is_https else None,
        proxy=_read_proxy(proxy) if proxy else None,
    )


def _read_proxy(url: str) -> Proxy:
    parts = urlsplit(url if "://" in url else f"http://{url}")
    if parts.scheme != "http" or not parts.hostname:
        raise ValueError("Only proxies at http:// addresses can be used")
    authorization = None
    if parts.username is not None:
        login = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        authorization = "Basic " + base64.b64encode(login.encode()).decode("ascii")
    return Proxy(_ascii_host(parts), parts.port or 80, authorization)


def _is_retryable(status: int) -> bool:
    return status == 429 or status >= 500


def _retry_after(exchange: Exchange) -> float | None:
    """It may also be a date, which the service never sends."""
    value = exchange.headers.get("retry-after", "").strip()
    return float(value) if value.isascii() and value.isdigit() else None


def _read_details(details: Any) -> list[ErrorDetail]:
    if not isinstance(details, list):
        return []
    return [
        {"path": each["path"], "message": each["message"]}
        for each in details
        if isinstance(each, dict)
        and isinstance(each.get("path"), str)
        and isinstance(each.get("message"), str)
    ]
