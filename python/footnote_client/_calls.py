"""Calls and questions, as both clients make them."""

from __future__ import annotations

import inspect
import json
import random
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar, cast
from urllib.parse import quote, urlencode

from ._events import EventReader
from ._network import Network
from ._transport import Exchange, Transport
from .answer import Answer, Frame
from .errors import FootnoteError
from .wire import LabelFilter

CaptchaAction: TypeAlias = Literal["chat", "search", "feedback", "form_deflect", "contact"]
"""What a CAPTCHA token is minted for."""

Value = TypeVar("Value")

DEFAULT_TIMEOUT = 30.0
"""Seconds. A stream that is silent has a heartbeat every 15."""
WHOLE_ANSWER_TIMEOUT = 90.0
"""The service may take 60 s for an answer."""
_LONGEST_WAIT = 60.0
_END_SECONDS = 0.5


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    body: Mapping[str, Any] | None = None
    captcha: CaptchaAction | None = None
    recaptcha_token: str | None = None
    timeout: float | None = None
    is_repeatable: bool = True
    """False: what was lost on the way may have been done, and would be done twice."""


class Calls:
    def __init__(
        self,
        network: Network,
        transport: Transport,
        *,
        credential: dict[str, str],
        reader_token: str | Callable[[], Any] | None,
        captcha_token: Callable[[CaptchaAction], Any] | None,
        timeout: float,
        max_retries: int,
    ) -> None:
        self.network = network
        self.transport = transport
        self._credential = credential
        self._reader_token = reader_token
        self._captcha_token = captcha_token
        self._timeout = timeout
        self._max_retries = max_retries

    async def request(self, call: Call) -> Any:
        """JSON in, JSON out. `timeout` is how long one attempt may take."""

        async def attempt() -> Any:
            deadline = time.monotonic() + self.timeout_of(call)
            exchange = await self.open(call, "application/json", deadline)
            try:
                text = await exchange.read_all(deadline)
            finally:
                exchange.release()
            if not 200 <= exchange.status < 300:
                raise self.transport.refusal(exchange, text)
            try:
                return json.loads(text) if text else None
            except ValueError as error:
                raise self.transport.unexpected(exchange) from error

        return await self.retrying(call, attempt)

    async def open(self, call: Call, accept: str, deadline: float) -> Exchange:
        headers = {"Accept": accept, **self._credential}
        body = None
        if call.body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(_without_none(call.body), ensure_ascii=False).encode()
        captcha = await self._resolve_captcha(call)
        if captcha is not None:
            headers["X-Recaptcha-Token"] = captcha
        reader = await _resolve(self._reader_token)
        if reader is not None:
            headers["X-Reader-Token"] = reader
        return await self.transport.open(call.method, call.path, headers, body, deadline)

    def timeout_of(self, call: Call) -> float:
        return self._timeout if call.timeout is None else call.timeout

    async def retrying(self, call: Call, attempt: Callable[[], Awaitable[Value]]) -> Value:
        retries = 0
        while True:
            try:
                return await attempt()
            except FootnoteError as error:
                wait = self._wait_before_retry(call, error, retries)
                if wait is None:
                    raise
            await self.network.sleep(wait)
            retries += 1

    def _wait_before_retry(self, call: Call, error: FootnoteError, retries: int) -> float | None:
        """None: the caller is told."""
        is_refusal = error.status is not None and error.code != "UNEXPECTED_RESPONSE"
        if (
            not error.retryable
            or retries >= self._max_retries
            # The caller has waited as long as it was ready to.
            or error.code == "TIMEOUT"
            or not (is_refusal or call.is_repeatable)
            # It works once.
            or call.recaptcha_token is not None
        ):
            return None
        jitter = random.random()
        if error.retry_after is None:
            return float(0.5 * 2**retries * (0.5 + jitter / 2))
        # Not all at the same moment, and none before it.
        return None if error.retry_after > _LONGEST_WAIT else error.retry_after + jitter / 2

    async def _resolve_captcha(self, call: Call) -> str | None:
        action, provider = call.captcha, self._captcha_token
        if call.recaptcha_token is not None or action is None or provider is None:
            return call.recaptcha_token
        try:
            return await _resolve(lambda: provider(action))
        except Exception as error:
            raise FootnoteError(
                "The CAPTCHA check could not be made. Please try again.",
                code="CAPTCHA_FAILED",
                retryable=True,
            ) from error


class Question:
    """One answer as it is streamed. Asks when the first frame is wanted."""

    def __init__(self, calls: Calls, call: Call) -> None:
        self.answer = Answer()
        self._calls = calls
        self._call = call
        self._events = EventReader()
        self._arrived: deque[str] = deque()
        self._exchange: Exchange | None = None
        self._has_ended = False

    async def next_frame(self) -> Frame | None:
        """None after the last one. A frame that says why the answer failed is raised."""
        if self._has_ended:
            await self.close()
            return None
        try:
            if self._exchange is None:
                # Only up to here: once a frame has come, the reader may have seen it.
                await self._calls.retrying(self._call, self._begin)
            else:
                await self._receive(self._exchange)
            frame = self._read_frame()
        except BaseException:
            await self.close()
            raise
        self._has_ended = frame["done"]
        return frame

    async def close(self) -> None:
        """Stops the answer, and its model too, unless it has ended."""
        self._has_ended = True
        exchange, self._exchange = self._exchange, None
        if exchange is None:
            return
        try:
            if self.answer.is_done:
                # What ends the stream follows at once; then the connection can be used again.
                await exchange.read_all(time.monotonic() + _END_SECONDS)
        except FootnoteError:
            pass
        finally:
            exchange.release()

    async def _begin(self) -> None:
        timeout = self._calls.timeout_of(self._call)
        deadline = time.monotonic() + timeout
        self._events = EventReader()
        exchange = await self._calls.open(self._call, "text/event-stream", deadline)
        try:
            if exchange.status != 200:
                text = await exchange.read_all(deadline)
                raise self._calls.transport.refusal(exchange, text)
            if exchange.headers.get_content_type() != "text/event-stream":
                raise self._calls.transport.unexpected(exchange)
            await self._receive(exchange)
        except BaseException:
            exchange.release()
            raise
        self._exchange = exchange

    async def _receive(self, exchange: Exchange) -> None:
        """Waits for the next event. The service may be silent for `timeout`, but not a caller."""
        timeout = self._calls.timeout_of(self._call)
        while not self._arrived:
            piece = await exchange.read(time.monotonic() + timeout)
            if piece == b"":
                raise self._calls.transport.lost()
            self._arrived.extend(self._events.feed(piece))

    def _read_frame(self) -> Frame:
        exchange = self._exchange
        assert exchange is not None
        try:
            frame: Any = json.loads(self._arrived.popleft())
            if not isinstance(frame, dict):
                raise ValueError("A frame is no object")
            if "error_code" in frame:
                raise FootnoteError(
                    frame["error"],
                    code=frame["code"],
                    status=exchange.status,
                    retryable=frame["retryable"],
                    request_id=frame["request_id"],
                )
            if not isinstance(frame.get("done"), bool):
                raise ValueError("A frame does not say whether it is the last")
            self.answer = self.answer.with_frame(cast(Frame, frame))
            return cast(Frame, frame)
        except (ValueError, KeyError) as error:
            raise self._calls.transport.unexpected(exchange) from error


def _without_none(body: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if value is not None}


async def _resolve(token: Any) -> str | None:
    """A token, or what a function gives, which may be awaited."""
    value = token() if callable(token) else token
    if inspect.isawaitable(value):
        value = await value
    if value is not None and not isinstance(value, str):
        raise TypeError("A token is a string or None")
    return value


def encode_id(id: str) -> str:
    """`..` would name another resource, so it is no id."""
    if id in ("", ".", ".."):
        raise ValueError(f"{id!r} is not a valid id")
    return quote(id, safe="")


def filter_in_query(filter: LabelFilter | None) -> str:
    """`?filter=version%3A2`"""
    pairs = [
        ("filter", f"{name}:{value}")
        for name, values in (filter or {}).items()
        for value in ([values] if isinstance(values, str) else values)
    ]
    return f"?{urlencode(pairs)}" if pairs else ""
