/**
 * How long a client may take to send the head of a request. It also closes a connection that never
 * sends anything. Node looks for late ones at the interval.
 */
export const CONNECTION_LIMITS = { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 }

/**
 * For a whole request including its body. It bounds what nobody waits for any more, such as the rest
 * of a rejected body, and an operator's upload: 100 MB at 3 Mbit/s. Every other body has
 * `BODY_DEADLINE_MS`, and a response has `UNREAD_RESPONSE_MS`.
 */
export const REQUEST_TIMEOUT_MS = 300_000

/** A public body has at most 256 KiB: at 100 kbit/s that takes 20 s. */
export const BODY_DEADLINE_MS = 20_000

/**
 * A client that reads nothing of its response for this long is disconnected. Node notices it after at
 * most twice that.
 */
export const UNREAD_RESPONSE_MS = 20_000

/** The same for a stream of answers: a client that reads nothing for this long is deemed gone. */
export const STALLED_STREAM_MS = 20_000

/** How long an idle connection is kept for the next request; longer than the minute of most proxies. */
export const KEEP_ALIVE_MS = 72_000
