"""The calls of the API, as both clients offer them."""

from __future__ import annotations

import secrets
import time
import uuid
from collections.abc import Mapping
from typing import Any, Literal

from ._calls import WHOLE_ANSWER_TIMEOUT, Call, encode_id, filter_in_query
from .options import (
    AskOptions,
    CallOptions,
    ContactOptions,
    FormDeflectOptions,
    RateOptions,
    RelatedOptions,
    SearchOptions,
    split_options,
)
from .wire import LabelFilter

_PUBLIC = "/api/v1/public"


class Routes:
    def __init__(self, knowledge_base_id: str) -> None:
        self._base = f"{_PUBLIC}/knowledge-bases/{encode_id(knowledge_base_id)}"

    def chat(self, query: str, options: AskOptions) -> Call:
        body, call = split_options(options, AskOptions)
        return Call("POST", f"{self._base}/chat", {"query": query, **body}, captcha="chat", **call)

    def search(self, query: str, options: SearchOptions) -> Call:
        body, call = split_options(options, SearchOptions)
        return Call(
            "POST", f"{self._base}/search", {"query": query, **body}, captcha="search", **call
        )

    def related(self, query: str, options: RelatedOptions) -> Call:
        body, call = split_options(options, RelatedOptions)
        return Call("POST", f"{self._base}/related", {"query": query, **body}, **call)

    def suggested_questions(self, filter: LabelFilter | None, options: CallOptions) -> Call:
        path = f"{self._base}/suggested-questions{filter_in_query(filter)}"
        return Call("GET", path, **_only_call(options, CallOptions))

    def rate(self, message_id: str, rating: str, options: RateOptions) -> Call:
        body, call = split_options(options, RateOptions)
        body = {"message_id": message_id, "rating": rating, **body}
        return Call("POST", f"{_PUBLIC}/feedback", body, captcha="feedback", **call)

    def unrate(self, message_id: str, options: CallOptions) -> Call:
        path = f"{_PUBLIC}/feedback/{encode_id(message_id)}"
        return Call("DELETE", path, **_only_call(options, CallOptions))

    def contact(self, message: Mapping[str, Any], options: ContactOptions) -> Call:
        more, call = split_options(options, ContactOptions)
        # Chosen once, so that an attempt that was lost is not delivered twice.
        body = {**message, "id": message["id"] or create_id(), **more}
        return Call("POST", f"{self._base}/contact", body, captcha="contact", **call)

    def form_deflect(self, description: str, options: FormDeflectOptions) -> Call:
        body, call = split_options(options, FormDeflectOptions)
        if call.get("timeout") is None:
            call["timeout"] = WHOLE_ANSWER_TIMEOUT
        return Call(
            "POST",
            f"{self._base}/form-deflect",
            {"description": description, **body},
            captcha="form_deflect",
            is_repeatable=False,
            **call,
        )

    def form_outcome(
        self, message_id: str, outcome: Literal["deflected", "submitted"], options: CallOptions
    ) -> Call:
        path = f"{_PUBLIC}/form-deflect/{encode_id(message_id)}/outcome"
        return Call("POST", path, {"outcome": outcome}, **_only_call(options, CallOptions))

    def widget_config(self, options: CallOptions) -> Call:
        return Call("GET", f"{self._base}/widget-config", **_only_call(options, CallOptions))


def _only_call(options: Any, kind: Any) -> dict[str, Any]:
    return split_options(options, kind)[1]


def credential_headers(
    client_key: str | None, client_id: str | None, client_secret: str | None
) -> dict[str, str]:
    if client_key is not None and client_id is None and client_secret is None:
        return {"X-Client-Key": client_key}
    if client_key is None and client_id is not None and client_secret is not None:
        return {"X-Client-Id": client_id, "X-Client-Secret": client_secret}
    raise TypeError("Give client_key, or client_id and client_secret")


def create_id() -> str:
    """A UUID of version 7, which the standard library has from Python 3.14 on."""
    milliseconds = time.time_ns() // 1_000_000
    value = milliseconds << 80 | 7 << 76 | secrets.randbits(12) << 64 | 2 << 62
    return str(uuid.UUID(int=value | secrets.randbits(62)))
