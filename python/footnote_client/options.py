"""What may be said with a call besides its question. None counts as left out."""

from __future__ import annotations

from typing import Any, TypedDict

from .wire import (
    ChatBodyOptional,
    ContactBodyOptional,
    FeedbackBodyOptional,
    FormDeflectBodyOptional,
    RelatedBodyOptional,
    SearchBodyOptional,
)


class CallOptions(TypedDict, total=False):
    timeout: float | None
    """Seconds that an attempt may take; of an answer, how long the service may be silent."""


class GatedCallOptions(CallOptions, total=False):
    recaptcha_token: str | None
    """A fresh reCAPTCHA v3 token, when `captcha_required` is true in the widget configuration."""


class AskOptions(ChatBodyOptional, GatedCallOptions, total=False):
    pass


class SearchOptions(SearchBodyOptional, GatedCallOptions, total=False):
    pass


class RelatedOptions(RelatedBodyOptional, CallOptions, total=False):
    pass


class RateOptions(FeedbackBodyOptional, GatedCallOptions, total=False):
    pass


class ContactOptions(ContactBodyOptional, GatedCallOptions, total=False):
    pass


class FormDeflectOptions(FormDeflectBodyOptional, GatedCallOptions, total=False):
    pass


def split_options(options: Any, kind: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """What goes into the body, and what into the call. A name that is misspelt is refused."""
    unknown = sorted(set(options) - kind.__optional_keys__)
    if unknown:
        known = ", ".join(sorted(kind.__optional_keys__))
        raise TypeError(f"There is no option {', '.join(unknown)}. There are: {known}")
    of_call = GatedCallOptions.__optional_keys__
    call = {name: value for name, value in options.items() if name in of_call}
    body = {name: value for name, value in options.items() if name not in call}
    return body, call
