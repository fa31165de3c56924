/** Lengths count Unicode code points, as people count characters, never UTF-16 units. */
export const MAX_QUERY_CHARACTERS = 4000
/** A request counts once per this many characters of its query, rounded up, against the rate limits. */
export const QUERY_CHARACTERS_PER_REQUEST = 500
/** How many requests a read counts as if its key demands CAPTCHA tokens elsewhere but not here. */
export const REQUESTS_PER_UNVERIFIED_READ = 20
/** Of a page, when a reader asks about it. */
export const MAX_SELECTION_CHARACTERS = 1000
export const MAX_COMMENT_CHARACTERS = 2000
/** What a reader writes to a person. */
export const MAX_CONTACT_MESSAGE_CHARACTERS = 5000
/** How many requests a message to a person counts as: it becomes a mail. */
export const REQUESTS_PER_CONTACT = 20
/** Messages to people that a knowledge base takes in an hour. */
export const MAX_CONTACTS_PER_HOUR = 60
export const MAX_SNIPPET_CHARACTERS = 200

export const DEFAULT_TOP_K = 10
export const MAX_TOP_K = 100
export const DEFAULT_LIMIT = 10
export const MAX_LIMIT = 100
export const MAX_RELATED_ARTICLES = 5

/** Bounds one request's work; the contract sets no limit of its own here. */
export const MAX_GROUP_IDS = 1000
export const MAX_USER_ID_CHARACTERS = 500
/** Names that a document may have labels of. */
export const MAX_LABELS = 20
/** Rules for the pages of a source. */
export const MAX_SOURCE_RULES = 200
/** What a page is in, such as a space: as many as it has, each so long. */
export const MAX_CONTAINERS = 30
export const MAX_CONTAINER_CHARACTERS = 300
/** Values of one name. */
export const MAX_LABEL_VALUES = 50
export const MAX_LABEL_VALUE_CHARACTERS = 100
/** Names that a search may be limited by; each is a condition of its statement. */
export const MAX_FILTER_LABELS = 5
/** The longest address SMTP allows: 64 + @ + 255. */
export const MAX_EMAIL_CHARACTERS = 320

export const MAX_GENERATED_STARTER_QUESTIONS = 4
export const MAX_OWN_STARTER_QUESTIONS = 8
export const MAX_STARTER_QUESTION_CHARACTERS = 200
export const STARTER_QUESTIONS_REFRESH_HOURS = 24

export const MAX_FORM_SUBJECT_CHARACTERS = 500
export const MAX_FORM_DESCRIPTION_CHARACTERS = 10_000

/** While a stream is silent, a comment line this often keeps proxies from closing it. */
export const STREAM_HEARTBEAT_SECONDS = 15
export const WEBSOCKET_INIT_TIMEOUT_SECONDS = 10
/** A connection that has not answered a ping by the next one is dead. */
export const WEBSOCKET_PING_SECONDS = 30
/** Questions that one connection may have open; another is refused with RATE_LIMITED. */
export const MAX_QUESTIONS_PER_CONNECTION = 10
/** Messages of all kinds in 10 s. A connection that sends more is closed. */
export const MAX_MESSAGES_PER_10_SECONDS = 200
export const MAX_QUESTION_ID_CHARACTERS = 100

export const MAX_NAME_CHARACTERS = 200
export const MAX_ALLOWED_ORIGINS = 100
/** Addresses that a client key may be limited to. */
export const MAX_ALLOWED_ADDRESSES = 20
export const MAX_VOICE_CHARACTERS = 1000
export const MAX_CAPTCHA_HOSTNAMES = 100
/** As JSON. */
export const MAX_WIDGET_CONFIG_CHARACTERS = 20_000
export const MAX_WIDGET_TEXT_CHARACTERS = 500
/** A CSS selector. */
export const MAX_SELECTOR_CHARACTERS = 200
export const MAX_TITLE_CHARACTERS = 500
export const MIN_AUDIT_RETENTION_DAYS = 30
export const MAX_AUDIT_RETENTION_DAYS = 3650
export const MAX_URL_CHARACTERS = 2000
/** A password, token or cookie of a source. Servers refuse longer headers. */
export const MAX_SECRET_CHARACTERS = 8000
export const MAX_CONTENT_CHARACTERS = 5_000_000
/** Fits a 32-bit column, and no workspace asks more in a month. */
export const MAX_MONTHLY_QUESTION_ALLOWANCE = 1_000_000_000
/** As many as an answer takes into account. */
export const MAX_PLAYGROUND_TURNS = 8
/** Longer than any answer a model is allowed. */
export const MAX_PLAYGROUND_ANSWER_CHARACTERS = 40_000
export const DEFAULT_DOCUMENTS_LIMIT = 50
export const MAX_DOCUMENTS_LIMIT = 200
/** Counting more would make a list slow, and text that is searched for is compared page by page. */
export const MAX_COUNTED_DOCUMENTS = 100_000
export const MAX_COUNTED_MATCHES = 1000
/** Put in one transaction, within the size of one document's request. */
export const MAX_PUT_DOCUMENTS = 100
/** Changed in one transaction. */
export const MAX_BULK_DOCUMENTS = 200
/** All passages of a trace: 30, and those that the search returned. */
export const MAX_LOOKED_UP_PASSAGES = 200
export const DEFAULT_MESSAGES_LIMIT = 50
export const MAX_MESSAGES_LIMIT = 200
/** Tags of one stored answer, and the length of each. */
export const MAX_MESSAGE_TAGS = 20
export const MAX_TAG_CHARACTERS = 50
export const MAX_NOTE_CHARACTERS = 2000
/** Questions of one set: each is answered in every evaluation of it. */
export const MAX_SET_QUESTIONS = 1000
/** Written from titles in one request. */
export const MAX_GENERATED_QUESTIONS = 200
export const MAX_EXPECTED_PAGES = 20
export const MAX_PHRASES = 20
export const MAX_PHRASE_CHARACTERS = 500
/** A CSV file of questions. */
export const MAX_SET_FILE_CHARACTERS = 2_000_000
export const MAX_SET_BODY_BYTES = 8 * 1024 * 1024
/** Pages of one answer diff, and how far back it asks questions of readers again. */
export const MAX_DIFF_PAGES = 500
export const MAX_DIFF_DAYS = 90
/** The longest period of one analytics query: two years with a leap day. */
export const MAX_ANALYTICS_DAYS = 731
export const MAX_THREAD_RETENTION_DAYS = 3650
export const MAX_CURSOR_CHARACTERS = 500
/** The longest are signed tokens of some thousand characters. */
export const MAX_API_KEY_CHARACTERS = 8_000
/** Workspaces, knowledge bases, groups and widgets: a deployment rarely has more of one. */
export const DEFAULT_LIST_LIMIT = 1000
export const MAX_LIST_LIMIT = 1000
/** After that, the client that follows has to send its credentials again. */
export const DEFAULT_FOLLOW_SECONDS = 300
export const MAX_FOLLOW_SECONDS = 600
export const DEFAULT_PAGES_LIMIT = 100
export const MAX_PAGES_LIMIT = 1000
/** An archive as it is uploaded; what is in it has limits of its own. */
export const MAX_UPLOAD_BYTES = 100 * 1024 * 1024
/** A document has at most 5,000,000 code points, up to 4 bytes each, and JSON escapes some. */
export const MAX_DOCUMENT_BODY_BYTES = 24 * 1024 * 1024

/** Where a route does not say otherwise: a question has at most 4,000 code points, the rest is small. */
export const MAX_BODY_BYTES = 256 * 1024
/** Lists, objects and entries of a JSON body: as many as the largest question set has. */
export const MAX_BODY_VALUES = 50_000
/** Faults that a refusal describes. */
export const MAX_REFUSAL_DETAILS = 100

/** Webhooks of a workspace. Every event is stored once for each. */
export const MAX_WEBHOOKS = 20

/** Signers of reader tokens; several, so that one can be replaced by another. */
export const MAX_READER_SIGNERS = 5
export const MAX_READER_TOKEN_CHARACTERS = 8192
export const MAX_READER_SUBJECT_CHARACTERS = 256
/** Groups that one token names. */
export const MAX_READER_GROUPS = 200
export const MAX_READER_TOKEN_HOURS = 24
/** How far the clock of whoever signs may be off. */
export const READER_TOKEN_SKEW_SECONDS = 60

/** Channels of a knowledge base. */
export const MAX_CHANNELS = 20
/** Where in the product a channel may answer. */
export const MAX_CHANNEL_PLACES = 500
export const DEFAULT_CHANNEL_QUESTIONS_PER_MINUTE = 60
export const MAX_CHANNEL_QUESTIONS_PER_MINUTE = 10_000

/** Every question is compared with the wordings of all of them. */
export const MAX_VERIFIED_ANSWERS = 300
export const MAX_VERIFIED_VARIANTS = 20
export const MAX_VERIFIED_SOURCES = 10
export const MAX_VERIFIED_ANSWER_CHARACTERS = 10_000

/** Each is read with a key, and compared with every question. */
export const MAX_SEARCH_RULES = 300
export const MAX_RULE_PHRASES = 10
export const MAX_RULE_PHRASE_CHARACTERS = 100
