"""The blocking client."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal

from ._calls import DEFAULT_TIMEOUT, Calls, CaptchaAction, Question
from ._network import BlockingNetwork, run_blocking
from ._routes import Routes, credential_headers
from ._transport import Transport
from .answer import Answer, Frame
from .wire import (
    ContactAccepted,
    FeedbackRecord,
    FormDeflectResponse,
    LabelFilter,
    RelatedResponse,
    SearchResponse,
    WidgetConfig,
)

if TYPE_CHECKING:
    # Type checkers have it; it need not be installed.
    from typing_extensions import Self, Unpack

    from .options import (
        AskOptions,
        CallOptions,
        ContactOptions,
        FormDeflectOptions,
        RateOptions,
        RelatedOptions,
        SearchOptions,
    )


class AnswerStream:
    """The frames of an answer as they arrive. The question is asked when the first is wanted.

    A refusal, a lost connection and an answer that fails raise a FootnoteError; `answer` keeps what was
    written before. Leaving the `with` block, or `close`, stops the answer, and its model too.
    """

    def __init__(self, question: Question) -> None:
        self._question = question

    @property
    def answer(self) -> Answer:
        """The answer as far as it is written."""
        return self._question.answer

    def __iter__(self) -> Iterator[Frame]:
        return self

    def __next__(self) -> Frame:
        frame = run_blocking(self._question.next_frame())
        if frame is None:
            raise StopIteration
        return frame

    def deltas(self) -> Iterator[str]:
        """The pieces of the text. `answer.text` may differ in the end: its markers are renumbered."""
        for frame in self:
            if "delta" in frame:
                yield frame["delta"]

    def close(self) -> None:
        run_blocking(self._question.close())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class Client:
    """Asks Footnote. Safe to use from several threads; close it, or use it as a context manager."""

    def __init__(
        self,
        base_url: str,
        knowledge_base_id: str,
        *,
        client_key: str | None = None,
        client_id: str | None = None,
        client_secret: str | None = None,
        reader_token: str | Callable[[], str | None] | None = None,
        captcha_token: Callable[[CaptchaAction], str | None] | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        max_retries: int = 2,
        ssl_context: ssl.SSLContext | None = None,
        proxy: str | None = None,
        trust_env: bool = True,
    ) -> None:
        """A public key, or both parts of a secret pair.

        reader_token says who is asking; a function is called before each attempt, so that it can give a
        fresh one. captcha_token mints a token for a call that may need one. timeout is in seconds.
        proxy is an http:// address; without it the one of the environment counts, unless trust_env is
        False.
        """
        network = BlockingNetwork()
        transport = Transport(
            network, base_url, ssl_context=ssl_context, proxy=proxy, trust_env=trust_env
        )
        self._routes = Routes(knowledge_base_id)
        self._calls = Calls(
            network,
            transport,
            credential=credential_headers(client_key, client_id, client_secret),
            reader_token=reader_token,
            captcha_token=captcha_token,
            timeout=timeout,
            max_retries=max_retries,
        )

    def ask(self, query: str, **options: Unpack[AskOptions]) -> Answer:
        """The whole answer. One that fails raises a FootnoteError."""
        return _read_whole(self.stream(query, **options))

    def stream(self, query: str, **options: Unpack[AskOptions]) -> AnswerStream:
        """The answer frame by frame."""
        return AnswerStream(Question(self._calls, self._routes.chat(query, options)))

    def thread(self, thread_id: str | None = None) -> Thread:
        """A conversation, new or continued: each question continues the one before."""
        return Thread(self, thread_id)

    def search(self, query: str, **options: Unpack[SearchOptions]) -> SearchResponse:
        """Passages, most relevant first."""
        found: SearchResponse = self._request(self._routes.search(query, options))
        return found

    def related(self, query: str, **options: Unpack[RelatedOptions]) -> RelatedResponse:
        """Up to five pages, best match first."""
        found: RelatedResponse = self._request(self._routes.related(query, options))
        return found

    def suggested_questions(
        self, *, filter: LabelFilter | None = None, **options: Unpack[CallOptions]
    ) -> list[str]:
        """Starter questions; with a filter those alone that come from documents with these labels."""
        questions: list[str] = self._request(self._routes.suggested_questions(filter, options))[
            "questions"
        ]
        return questions

    def rate(
        self,
        message_id: str,
        rating: Literal["up", "down"],
        **options: Unpack[RateOptions],
    ) -> FeedbackRecord:
        """Rates an answer by its `message_id`. A second rating replaces the first."""
        record: FeedbackRecord = self._request(self._routes.rate(message_id, rating, options))
        return record

    def unrate(self, message_id: str, **options: Unpack[CallOptions]) -> None:
        """Withdraws a rating."""
        self._request(self._routes.unrate(message_id, options))

    def contact(
        self,
        name: str,
        email: str,
        message: str,
        *,
        agreed: Literal[True],
        id: str | None = None,
        **options: Unpack[ContactOptions],
    ) -> ContactAccepted:
        """Sends what a reader asks a person, who has seen and agreed to what is sent.

        It is delivered once, however often the same id is sent. Without one it gets a new one.
        """
        said = {"id": id, "name": name, "email": email, "message": message, "agreed": agreed}
        accepted: ContactAccepted = self._request(self._routes.contact(said, options))
        return accepted

    def form_deflect(
        self, description: str, **options: Unpack[FormDeflectOptions]
    ) -> FormDeflectResponse:
        """The answer to what a reader wrote in a form, in one piece. Waits up to 90 s."""
        answer: FormDeflectResponse = self._request(self._routes.form_deflect(description, options))
        return answer

    def form_outcome(
        self,
        message_id: str,
        outcome: Literal["deflected", "submitted"],
        **options: Unpack[CallOptions],
    ) -> None:
        """Reports whether the form was sent after all."""
        self._request(self._routes.form_outcome(message_id, outcome, options))

    def widget_config(self, **options: Unpack[CallOptions]) -> WidgetConfig:
        """What a page needs to know before it asks, such as whether CAPTCHA tokens are required."""
        config: WidgetConfig = self._request(self._routes.widget_config(options))
        return config

    def close(self) -> None:
        """Closes the connections that are kept for the next call."""
        self._calls.transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _request(self, call: Any) -> Any:
        return run_blocking(self._calls.request(call))


class Thread:
    """A conversation: it sends the `thread_id` of each answer with the next question."""

    def __init__(self, client: Client, thread_id: str | None) -> None:
        self._client = client
        self._id = thread_id
        self._last: AnswerStream | None = None

    @property
    def id(self) -> str | None:
        """None before the first answer, and always under Zero data retention."""
        if self._last is not None and self._last.answer.is_done:
            self._id = self._last.answer.thread_id
        return self._id

    def ask(self, query: str, **options: Unpack[AskOptions]) -> Answer:
        return _read_whole(self.stream(query, **options))

    def stream(self, query: str, **options: Unpack[AskOptions]) -> AnswerStream:
        options["thread_id"] = self.id
        self._last = self._client.stream(query, **options)
        return self._last

    def restart(self) -> None:
        """The next question starts a new conversation."""
        self._id = self._last = None


def _read_whole(stream: AnswerStream) -> Answer:
    with stream:
        for _ in stream:
            pass
        return stream.answer
