"""An answer, put together from its frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from .wire import Citation, DeltaFrame, FirstFrame, Labels, LastFrame

Frame: TypeAlias = FirstFrame | DeltaFrame | LastFrame
"""A frame of an answer that does not fail: that one raises a FootnoteError."""


@dataclass(frozen=True)
class Answer:
    """An answer as far as it is written."""

    text: str = ""
    """Markdown. A marker `[n]` points at the citation whose `index` is n."""
    citations: Sequence[Citation] = ()
    """The sources that it may cite; once it is done, those that it cites."""
    is_done: bool = False
    covered: bool | None = None
    """Whether the knowledge base covers the question; None until the end."""
    quoted: Literal["no_model", "model_failed", "unsupported"] | None = None
    """Why the text is sections of the documentation that no model wrote. None: a model wrote it."""
    searched_for: str | None = None
    """The question as it was searched for, if words of it were mistyped: show it."""
    missing_words: Sequence[str] = ()
    """Names in the question that no page mentions; then `citations` only come close."""
    filter: Labels | None = None
    """The labels that the search was limited to, if it was."""
    thread_id: str | None = None
    """Continues the conversation; None until the end, and under Zero data retention."""
    message_id: str | None = None
    """Rates the answer; None until the end, and under Zero data retention."""

    def with_frame(self, frame: Frame) -> Answer:
        if "delta" in frame:
            return replace(self, text=self.text + frame["delta"])
        if frame["done"] is False:
            return replace(self, citations=frame["citations"])
        return replace(
            self,
            # The markers were renumbered after the text was streamed.
            text=frame.get("answer", self.text),
            citations=frame["citations"],
            is_done=True,
            # An older service does not send it.
            covered=frame.get("covered"),
            quoted=frame.get("quoted"),
            searched_for=frame.get("searched_for"),
            missing_words=frame.get("missing_words", ()),
            filter=frame.get("filter"),
            thread_id=frame.get("thread_id"),
            message_id=frame.get("message_id"),
        )
