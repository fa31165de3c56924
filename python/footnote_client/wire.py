# Written by `npm run openapi` from the contract. Do not edit.
"""The JSON that the service reads and writes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, TypedDict, final

@final
class AnswerErrorBodyDetails(TypedDict):
    path: str
    """The field, such as `user.email`."""
    message: str
    """What is wrong with it."""


class AnswerErrorBodyOptional(TypedDict, total=False):
    details: list[AnswerErrorBodyDetails]
    """Only for BAD_REQUEST: what is wrong with which field; at most 100."""


@final
class AnswerErrorBody(AnswerErrorBodyOptional):
    error: str
    """A message to show the reader."""
    code: RefusalCode | StreamErrorCode
    """Why the request was refused, or why the answer failed."""
    request_id: str
    """Also in the `X-Request-Id` header."""
    retryable: bool
    """Whether the same request may succeed later."""


@final
class ChatBodyUser(TypedDict, total=False):
    """The asker, for analytics. When both are sent, `id` is used."""
    id: str
    """Your own id for the person, such as the one in your user table."""
    email: str
    """Stored with the answer if there is no `id`. No email is sent to it."""


class ChatBodyOptional(TypedDict, total=False):
    thread_id: Id | None
    """Continues that conversation. Ignored if it is not a valid id."""
    top_k: int | None
    """Passages to retrieve. Above 100 counts as 100. Default: `10`."""
    group_ids: list[str] | None
    """Use only these source groups, at least one. Each must exist and lie within the key's own."""
    user: ChatBodyUser | None
    """The asker, for analytics. When both are sent, `id` is used."""
    filter: LabelFilter | None
    """Only documents with these labels: of each name any of the values. A document without a name does not fit. A name or value that no document has is no error, it fits nothing."""
    default_filter: LabelFilter | None
    """The same for what names no version itself, such as the labels of the page that is read. Goes before the defaults of widget and knowledge base. A version that the question names goes before it."""
    widget_id: Id | None
    """A saved widget. It must be enabled, and the page must be in its allowed origins."""
    page_url: str | None
    """The page that the reader is on. If it is indexed and the reader may see it, "this page" means it, it is preferred a little, and its version is the default. Only its origin and path are stored."""
    selection: str | None
    """Text that the reader selected and asks about. It is not stored."""


@final
class ChatBody(ChatBodyOptional):
    query: str
    """The question. Not blank."""


class CitationOptional(TypedDict, total=False):
    labels: Labels
    """The labels of the page, such as `{"version": ["2"]}`. Left out when it has none."""


@final
class Citation(CitationOptional):
    index: int
    """An `[n]` marker in the answer points at the citation with index n."""
    title: str
    """Title of the page cited."""
    url: str
    """URL of the page, to link to."""
    document_id: str
    """The indexed document behind the page."""
    chunk_id: str
    """The passage cited, within that document."""
    heading_path: list[str]
    """Section breadcrumb."""
    excerpt: str
    """The beginning of the passage, or of what the answer quotes from it, as plain text."""


@final
class DeltaFrame(TypedDict):
    """The next piece of the answer."""
    delta: str
    """Append to the text so far."""
    done: Literal[False]
    """More frames follow."""


@final
class ErrorFrame(TypedDict):
    """The answer failed. Ends the stream."""
    error: str
    """A message to show the reader."""
    error_code: StreamFailureCode
    code: StreamErrorCode
    retryable: bool
    """Whether asking again may succeed."""
    request_id: str
    """Quote it when reporting the failure."""


@final
class FirstFrame(TypedDict):
    """The pages found. Left out when nothing is relevant."""
    citations: list[Citation]
    """The pages the answer may cite, most relevant first."""
    done: Literal[False]
    """More frames follow."""


class LastFrameOptional(TypedDict, total=False):
    thread_id: str
    """Continues the conversation. Absent under Zero data retention."""
    message_id: str
    """Rates this answer. Absent under Zero data retention."""
    answer: str
    """The final text, only when it is not what was streamed: the `[n]` markers were renumbered, or no passage supports what a model wrote."""
    quoted: Literal["no_model", "model_failed", "unsupported"]
    """No model wrote the text: it is sections of the documentation, each under a heading of the third level (`### `) with its page; no other heading of this level is in it. `no_model`: none is set up, or its cost cap is reached. `model_failed`: it failed, or was silent for too long, before its first word. `unsupported`: no passage supports what it wrote. Left out otherwise."""
    verified_at: Timestamp
    """The docs team wrote this answer, and verified it at this time: say so beside it. Left out of every other answer."""
    searched_for: str
    """The question as it was searched for, because words of it were mistyped: show it. Left out when it was searched for as typed."""
    missing_words: list[str]
    """Names in the question that no page mentions, as they were typed. Left out when there are none. An answer that is not covered because of them says so in its text, and what it cites, if anything, only comes close."""
    filter: Labels
    """The labels that the search was limited to. Left out when it was not."""


@final
class LastFrame(LastFrameOptional):
    """The answer is complete."""
    done: Literal[True]
    """No frame follows."""
    citations: list[Citation]
    """What the answer cites; may be empty. Replaces the first list."""
    covered: bool
    """false: the knowledge base does not cover the question, and the text says so."""
    powered_by: str
    """Attribution text."""
    powered_by_url: str
    """Attribution link."""


@final
class ContactAccepted(TypedDict):
    """The message will be delivered."""
    id: Id
    """The id that the client chose."""


class ContactBodyOptional(TypedDict, total=False):
    message_id: Id | None
    """The answer that did not help: the conversation up to it is sent along, with its sources."""
    page_url: str | None
    """The page that the reader is on. Only its origin and path are sent."""


@final
class ContactBody(ContactBodyOptional):
    id: Id
    """Chosen by the client. The same id again sends nothing more."""
    name: str
    """Who asks."""
    email: str
    """Where the answer goes."""
    message: str
    """What they ask. Not blank."""
    agreed: Literal[True]
    """The reader has seen what is sent, and agrees."""


@final
class ErrorBodyDetails(TypedDict):
    path: str
    """The field, such as `user.email`."""
    message: str
    """What is wrong with it."""


class ErrorBodyOptional(TypedDict, total=False):
    details: list[ErrorBodyDetails]
    """Only for BAD_REQUEST: what is wrong with which field; at most 100."""


@final
class ErrorBody(ErrorBodyOptional):
    error: str
    """A message to show the reader."""
    code: RefusalCode
    request_id: str
    """Also in the `X-Request-Id` header."""
    retryable: bool
    """Whether the same request may succeed later."""


class FeedbackBodyOptional(TypedDict, total=False):
    reason: FeedbackReason | None
    """Why it did not help. Only with `down`."""
    comment: str | None
    """What the reader wrote about the answer."""


@final
class FeedbackBody(FeedbackBodyOptional):
    message_id: Id
    """The `message_id` of the answer rated."""
    rating: Literal["up", "down", 5, 1, "5", "1"]
    """5 and 1 are older names of up and down."""


@final
class FeedbackRecord(TypedDict):
    id: str
    """Id of the rating."""
    workspace_id: str
    """The workspace that the knowledge base belongs to."""
    message_id: str
    """The answer rated."""
    vote: Vote
    reason: FeedbackReason | None
    """null: none was sent."""
    comment: str
    """Empty when none was sent."""
    source: FeedbackSource
    created_at: Timestamp
    """When the answer was first rated."""
    updated_at: Timestamp
    """When the rating was last replaced."""


@final
class FormDeflectBodyUser(TypedDict, total=False):
    """The asker, for analytics. When both are sent, `id` is used."""
    id: str
    """Your own id for the person, such as the one in your user table."""
    email: str
    """Stored with the answer if there is no `id`. No email is sent to it."""


class FormDeflectBodyOptional(TypedDict, total=False):
    subject: str | None
    """The subject line of the form."""
    page_url: str | None
    """The page that shows the form. Only its origin and path are stored."""
    group_ids: list[str] | None
    """Use only these source groups, at least one. Each must exist and lie within the key's own."""
    filter: LabelFilter | None
    """Only documents with these labels: of each name any of the values. A document without a name does not fit. A name or value that no document has is no error, it fits nothing."""
    default_filter: LabelFilter | None
    """The same for what names no version itself, such as the labels of the page that is read. Goes before the defaults of widget and knowledge base. A version that the question names goes before it."""
    user: FormDeflectBodyUser | None
    """The asker, for analytics. When both are sent, `id` is used."""
    widget_id: Id | None
    """A saved widget. It must be enabled, and the page must be in its allowed origins."""


@final
class FormDeflectBody(FormDeflectBodyOptional):
    description: str
    """What the reader wrote in the form. Not blank."""


@final
class FormDeflectOutcomeBody(TypedDict):
    outcome: Literal["deflected", "submitted"]
    """deflected: the answer helped. submitted: the reader sent the form anyway."""


class FormDeflectResponseOptional(TypedDict, total=False):
    thread_id: str
    """Continues the conversation. Absent under Zero data retention."""
    message_id: str
    """Rates this answer. Absent under Zero data retention."""
    quoted: Literal["no_model", "model_failed", "unsupported"]
    """No model wrote the text: it is sections of the documentation, each under a heading of the third level (`### `) with its page; no other heading of this level is in it. `no_model`: none is set up, or its cost cap is reached. `model_failed`: it failed, or was silent for too long, before its first word. `unsupported`: no passage supports what it wrote. Left out otherwise."""
    verified_at: Timestamp
    """The docs team wrote this answer, and verified it at this time: say so beside it. Left out of every other answer."""
    searched_for: str
    """The question as it was searched for, because words of it were mistyped: show it. Left out when it was searched for as typed."""
    missing_words: list[str]
    """Names in the question that no page mentions, as they were typed. Left out when there are none. An answer that is not covered because of them says so in its text, and what it cites, if anything, only comes close."""
    filter: Labels
    """The labels that the search was limited to. Left out when it was not."""


@final
class FormDeflectResponse(FormDeflectResponseOptional):
    answered: bool
    """False when the knowledge base does not cover the question."""
    answer: str
    """The whole answer in markdown, with `[n]` markers for its citations."""
    citations: list[Citation]
    """What the answer cites; may be empty."""
    powered_by: str
    """Attribution text."""
    powered_by_url: str
    """Attribution link."""


@final
class RelatedArticle(TypedDict):
    url: str
    """Page URL."""
    title: str
    """Page title."""
    snippet: str
    """Matching passage, cut at 200 characters."""


class RelatedBodyOptional(TypedDict, total=False):
    filter: LabelFilter | None
    """Only documents with these labels: of each name any of the values. A document without a name does not fit. A name or value that no document has is no error, it fits nothing."""
    default_filter: LabelFilter | None
    """The same for what names no version itself, such as the labels of the page that is read. Goes before the defaults of widget and knowledge base. A version that the question names goes before it."""


@final
class RelatedBody(RelatedBodyOptional):
    query: str
    """The question. Not blank."""


class RelatedResponseOptional(TypedDict, total=False):
    filter: Labels
    """The labels that the search was limited to. Left out when it was not."""


@final
class RelatedResponse(RelatedResponseOptional):
    articles: list[RelatedArticle]
    """One per page, best match first."""
    count: int
    """Articles in this response."""
    powered_by: str
    """Attribution text."""
    powered_by_url: str
    """Attribution link."""


@final
class SavedWidgetSettings(TypedDict, total=False):
    """The widget’s own keys, and any that you add."""
    product_name: str
    """Shown in the header, instead of the name of the knowledge base."""
    logo_url: str
    """An image for the header."""
    mode: Literal["floating", "modal", "sidebar", "inline", "search-only"]
    """How the widget is laid out."""
    position: Literal["bottom-right", "bottom-left"]
    """The corner of the button that opens the widget."""
    theme: Literal["auto", "light", "dark"]
    """auto: as the page, or else as the system."""
    theme_selector: str
    """The element whose theme `auto` follows."""
    accent: str
    """Colour of buttons and links, such as `#0b5c63`."""
    accent_dark: str
    """The same in the dark theme."""
    font: Literal["system", "page"]
    """page: the font of the page."""
    language: str
    """Language of the widget’s own texts. auto: as the page, or else as the browser."""
    texts: Mapping[str, str]
    """Your own texts, by their names in the widget guide."""
    starter_questions: list[str]
    """Shown before the reader types, instead of those of the knowledge base. Empty: none."""
    hide_branding: bool
    """Hides the attribution line, where `hide_branding_allowed` is true."""
    ai_tools: bool
    """false: no menu for connecting AI tools, even where `mcp_available` is true."""
    selection: bool
    """false: readers are not offered to ask about text that they select on the page."""
    hotkey: str
    """Opens the widget. mod: Command on a Mac, Control elsewhere."""
    deep_link: Literal["fill", "send", "off"]
    """What a link to `#ask=…` does: fill in the question, send it, or nothing."""
    support_url: str
    """Offered when an answer does not help."""
    contact: bool
    """false: no form to ask a person, even where the knowledge base has one."""
    disclaimer: str
    """The sentence under the composer. Empty: none."""
    push: str
    """The element that makes room for the sidebar."""
    default_filter: Labels
    """Limits questions and searches that the page limits by no labels, such as `{"version": "2"}`."""
    form_selector: str
    """Support forms that are answered before they are sent."""


class SavedWidgetConfigOptional(TypedDict, total=False):
    mcp_url: str
    """MCP server address to show. When absent, use {base_url}/mcp with the client key."""
    mcp_oauth: Literal[True]
    """Readers sign in at `mcp_url` themselves. Absent when false."""


@final
class SavedWidgetConfig(SavedWidgetConfigOptional):
    knowledge_base_id: str
    """Knowledge base that the key belongs to."""
    knowledge_base_name: str
    """Shown in the widget header when `data-product-name` is not set."""
    captcha_required: bool
    """Whether this key must send a reCAPTCHA v3 token on chat, search, feedback, form-deflect and contact. Always false for a secret pair."""
    recaptcha_site_key: str
    """For requesting reCAPTCHA v3 tokens. Empty if CAPTCHA is off."""
    hide_branding_allowed: bool
    """When false, the attribution line stays even if `data-hide-branding` is set."""
    contact_available: bool
    """Whether readers can ask a person, by `contact`."""
    mcp_available: bool
    """Whether readers can connect AI tools through the MCP server."""
    id: str
    """The widget asked for."""
    enabled: bool
    """Always true: a disabled widget is refused."""
    config: SavedWidgetSettings


class SearchBodyOptional(TypedDict, total=False):
    limit: int | None
    """Results wanted. Above 100 counts as 100. Default: `10`."""
    group_ids: list[str] | None
    """Use only these source groups, at least one. Each must exist and lie within the key's own."""
    filter: LabelFilter | None
    """Only documents with these labels: of each name any of the values. A document without a name does not fit. A name or value that no document has is no error, it fits nothing."""
    default_filter: LabelFilter | None
    """The same for what names no version itself, such as the labels of the page that is read. Goes before the defaults of widget and knowledge base. A version that the question names goes before it."""
    widget_id: Id | None
    """A saved widget. It must be enabled, and the page must be in its allowed origins."""


@final
class SearchBody(SearchBodyOptional):
    query: str
    """The question. Not blank."""


@final
class SearchResultChunk(TypedDict):
    """The passage that matched."""
    id: str
    """Id of the passage. It may change when the page does."""
    document_id: str
    """The document it was taken from."""
    content: str
    """The matching passage."""
    heading_path: list[str]
    """Section breadcrumb."""
    chunk_index: int
    """Position of the passage in its document, from 0."""
    anchor: str | None
    """Fragment of the nearest heading; null: it has none."""


@final
class SearchResultDocument(TypedDict):
    """The page that the passage is on."""
    id: str
    """Stays the same when the page is indexed again."""
    url: str
    """URL of the page, to link to."""
    title: str
    """Title of the page."""
    visibility: ReadableVisibility
    source_type: str
    """Where it came from: `api`, `website`, `git`, `files` or `openapi`."""
    group_id: str | None
    """Its source group, if it is in one."""
    language: str
    """ISO 639-1 code."""
    labels: Labels
    """Each name with its values, such as `{"version": ["2"]}`."""


@final
class SearchResult(TypedDict):
    chunk: SearchResultChunk
    """The passage that matched."""
    document: SearchResultDocument
    """The page that the passage is on."""
    rrf_score: float
    """Combined rank of both searches. Comparable only within one response."""
    vector_score: float
    """Semantic similarity. Comparable across queries."""
    text_score: float
    """Keyword match strength."""
    rerank_score: float
    """From the reranking model, higher is more relevant. 0 when no reranker ran."""


class SearchResponseOptional(TypedDict, total=False):
    searched_for: str
    """The question as it was searched for, because words of it were mistyped: show it. Left out when it was searched for as typed."""
    missing_words: list[str]
    """Names in the question that no page mentions, as they were typed. Left out when there are none. An answer that is not covered because of them says so in its text, and what it cites, if anything, only comes close."""
    filter: Labels
    """The labels that the search was limited to. Left out when it was not."""


@final
class SearchResponse(SearchResponseOptional):
    results: list[SearchResult]
    """Most relevant first. One page can appear more than once."""
    count: int
    """Results in this response, not in the knowledge base."""
    powered_by: str
    """Attribution text."""
    powered_by_url: str
    """Attribution link."""


class SuggestedQuestionsResponseOptional(TypedDict, total=False):
    about_page: int
    """How many of them, from the first, are about `page_url`. Left out when none is."""


@final
class SuggestedQuestionsResponse(SuggestedQuestionsResponseOptional):
    questions: list[str]
    """May be empty; then show nothing."""


class WidgetConfigOptional(TypedDict, total=False):
    mcp_url: str
    """MCP server address to show. When absent, use {base_url}/mcp with the client key."""
    mcp_oauth: Literal[True]
    """Readers sign in at `mcp_url` themselves. Absent when false."""


@final
class WidgetConfig(WidgetConfigOptional):
    knowledge_base_id: str
    """Knowledge base that the key belongs to."""
    knowledge_base_name: str
    """Shown in the widget header when `data-product-name` is not set."""
    captcha_required: bool
    """Whether this key must send a reCAPTCHA v3 token on chat, search, feedback, form-deflect and contact. Always false for a secret pair."""
    recaptcha_site_key: str
    """For requesting reCAPTCHA v3 tokens. Empty if CAPTCHA is off."""
    hide_branding_allowed: bool
    """When false, the attribution line stays even if `data-hide-branding` is set."""
    contact_available: bool
    """Whether readers can ask a person, by `contact`."""
    mcp_available: bool
    """Whether readers can connect AI tools through the MCP server."""


RefusalCode: TypeAlias = Literal["BAD_REQUEST", "UNAUTHORIZED", "READER_TOKEN_INVALID", "FORBIDDEN", "GROUP_NOT_ALLOWED", "CAPTCHA_REQUIRED", "CAPTCHA_FAILED", "WIDGET_DISABLED", "ORIGIN_NOT_ALLOWED", "NOT_FOUND", "METHOD_NOT_ALLOWED", "REQUEST_TIMEOUT", "CONFLICT", "PAYLOAD_TOO_LARGE", "URI_TOO_LONG", "UNSUPPORTED_MEDIA_TYPE", "MOVED", "MODEL_FAILED", "RATE_LIMITED", "HEADERS_TOO_LARGE", "INTERNAL", "UNAVAILABLE"]
"""Why the request was refused. `/docs/errors/{code}` explains each."""

StreamErrorCode: TypeAlias = Literal["QUOTA_EXCEEDED", "MISCONFIGURED", "RATE_LIMITED", "TIMEOUT", "UNAVAILABLE", "INTERNAL", "CONTENT_FILTERED", "TRUNCATED", "CANCELLED"]
"""The upper-cased `error_code`."""

Id: TypeAlias = str

LabelFilter: TypeAlias = Mapping[str, str | list[str]]

Labels: TypeAlias = Mapping[str, list[str]]

StreamFailureCode: TypeAlias = Literal["quota_exceeded", "misconfigured", "rate_limited", "timeout", "unavailable", "internal", "content_filtered", "truncated", "cancelled"]
"""Why the answer failed."""

Timestamp: TypeAlias = str

ChatFrame: TypeAlias = FirstFrame | DeltaFrame | LastFrame | ErrorFrame

FeedbackReason: TypeAlias = Literal["wrong", "outdated", "incomplete", "not_my_question"]
"""Why an answer did not help."""

FeedbackSource: TypeAlias = Literal["api", "widget", "websocket", "mcp", "form_deflect", "bot"]
"""Where the rating came from."""

Vote: TypeAlias = Literal["up", "down"]
"""Whether the answer helped the reader."""

PathId: TypeAlias = str

ReadableVisibility: TypeAlias = Literal["public", "unlisted"]
"""Never restricted."""
