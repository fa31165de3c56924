"""What is raised when a call fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict


class ErrorDetail(TypedDict):
    path: str
    """The field, such as `user.email`."""
    message: str
    """What is wrong with it."""


class FootnoteError(Exception):
    """Every failure of a call. Its text is a sentence for the reader, and never has an address in it."""

    code: str
    """One of the service's codes, or NETWORK, TIMEOUT, UNEXPECTED_RESPONSE. A newer service may send others."""
    status: int | None
    """None when there was no response. 200 when an answer failed while it was written."""
    retryable: bool
    """Whether the same call may succeed later."""
    retry_after: float | None
    """How many seconds the service asked to wait, when it did."""
    details: Sequence[ErrorDetail]
    """Which field was wrong; empty unless `code` is BAD_REQUEST."""
    request_id: str | None
    """Quote it when you report a problem."""
    address: str | None
    """For your log: which address gave no answer, or none of Footnote's. Otherwise None."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int | None = None,
        retryable: bool = False,
        retry_after: float | None = None,
        details: Sequence[ErrorDetail] = (),
        request_id: str | None = None,
        address: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.status = status
        self.retryable = retryable
        self.retry_after = retry_after
        self.details = details
        self.request_id = request_id
        self.address = address

    def __repr__(self) -> str:
        return f"FootnoteError({self.message!r}, code={self.code!r}, status={self.status!r})"

    def __reduce__(self) -> tuple[object, ...]:
        # Exception would be rebuilt from the message alone, where a pool of processes hands it over.
        return (_rebuild, (self.__class__, self.message, dict(self.__dict__)))


def _rebuild(kind: type[FootnoteError], message: str, fields: dict[str, object]) -> FootnoteError:
    error = kind(message, code="")
    error.__dict__.update(fields)
    return error
