"""The same tests for both clients."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol

from footnote_client import Answer, AsyncClient, Client, FootnoteError, Frame

ID = "01941f29-7c00-7000-8000-000000000001"


class Driver(Protocol):
    waits: list[float]
    """How long it waited before each attempt but the first, had it waited."""

    def call(self, name: str, *positional: Any, **named: Any) -> Any:
        ...

    def read(self, query: str, **options: Any) -> tuple[list[Frame], Answer, FootnoteError | None]:
        """The frames of a stream, what they make, and how it failed."""

    def read_one(self, query: str) -> Frame:
        """Stops after the first frame."""

    def ask_twice(self, first: str, second: str) -> list[Answer]:
        """In one conversation."""

    def close(self) -> None:
        ...


class BlockingDriver:
    def __init__(self, url: str, **settings: Any) -> None:
        given: dict[str, Any] = {"client_key": "k", **settings}
        self.client = Client(url, ID, **given)
        self.waits: list[float] = []

        async def sleep(seconds: float) -> None:
            self.waits.append(seconds)

        setattr(self.client._calls.network, "sleep", sleep)

    def call(self, name: str, *positional: Any, **named: Any) -> Any:
        return getattr(self.client, name)(*positional, **named)

    def read(self, query: str, **options: Any) -> tuple[list[Frame], Answer, FootnoteError | None]:
        frames = []
        with self.client.stream(query, **options) as stream:
            try:
                for frame in stream:
                    frames.append(frame)
            except FootnoteError as error:
                return frames, stream.answer, error
            return frames, stream.answer, None

    def read_one(self, query: str) -> Frame:
        with self.client.stream(query) as stream:
            for frame in stream:
                return frame
        raise AssertionError("There is no frame")

    def ask_twice(self, first: str, second: str) -> list[Answer]:
        thread = self.client.thread()
        return [thread.ask(first), thread.ask(second)]

    def close(self) -> None:
        self.client.close()


class AsyncDriver:
    """Each runs on an event loop of its own, which connections outlive as little as calls."""

    def __init__(self, url: str, **settings: Any) -> None:
        given: dict[str, Any] = {"client_key": "k", **settings}
        self.client = AsyncClient(url, ID, **given)
        self.waits: list[float] = []
        self.loop = asyncio.new_event_loop()

        async def sleep(seconds: float) -> None:
            self.waits.append(seconds)

        setattr(self.client._calls.network, "sleep", sleep)

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(work)

    def call(self, name: str, *positional: Any, **named: Any) -> Any:
        return self.run(getattr(self.client, name)(*positional, **named))

    def read(self, query: str, **options: Any) -> tuple[list[Frame], Answer, FootnoteError | None]:
        async def read() -> tuple[list[Frame], Answer, FootnoteError | None]:
            frames = []
            async with self.client.stream(query, **options) as stream:
                try:
                    async for frame in stream:
                        frames.append(frame)
                except FootnoteError as error:
                    return frames, stream.answer, error
                return frames, stream.answer, None

        result: tuple[list[Frame], Answer, FootnoteError | None] = self.run(read())
        return result

    def read_one(self, query: str) -> Frame:
        async def read() -> Frame:
            async with self.client.stream(query) as stream:
                async for frame in stream:
                    return frame
            raise AssertionError("There is no frame")

        frame: Frame = self.run(read())
        return frame

    def ask_twice(self, first: str, second: str) -> list[Answer]:
        async def ask() -> list[Answer]:
            thread = self.client.thread()
            return [await thread.ask(first), await thread.ask(second)]

        answers: list[Answer] = self.run(ask())
        return answers

    def close(self) -> None:
        self.run(self.client.close())
        self.loop.close()
