"""Asks a Footnote service: answers with sources as they are written, search, ratings."""

from ._calls import CaptchaAction
from ._version import VERSION as __version__
from .answer import Answer, Frame
from .async_client import AsyncAnswerStream, AsyncClient, AsyncThread
from .client import AnswerStream, Client, Thread
from .errors import ErrorDetail, FootnoteError
from .wire import (
    Citation,
    ContactAccepted,
    DeltaFrame,
    FeedbackRecord,
    FirstFrame,
    FormDeflectResponse,
    LabelFilter,
    Labels,
    LastFrame,
    RelatedArticle,
    RelatedResponse,
    SearchResponse,
    SearchResult,
    WidgetConfig,
)

__all__ = [
    "Answer",
    "AnswerStream",
    "AsyncAnswerStream",
    "AsyncClient",
    "AsyncThread",
    "CaptchaAction",
    "Citation",
    "Client",
    "ContactAccepted",
    "DeltaFrame",
    "ErrorDetail",
    "FeedbackRecord",
    "FirstFrame",
    "FootnoteError",
    "FormDeflectResponse",
    "Frame",
    "LabelFilter",
    "Labels",
    "LastFrame",
    "RelatedArticle",
    "RelatedResponse",
    "SearchResponse",
    "SearchResult",
    "Thread",
    "WidgetConfig",
    "__version__",
]
