/** Frames, the wire they travel on, citations, and failures after the stream opened. */
export const chatStream = {
  'stream.content-type': {
    text: 'A chat answer is 200 with content type `text/event-stream`',
    source: 'Stream',
  },
  'stream.event.one-data-line': {
    text: 'Each event is one line: `data: ` and a JSON object',
    source: 'Stream',
  },
  'stream.event.blank-line-between': {
    text: 'A blank line ends each event',
    source: 'Stream',
  },
  'stream.event.no-names': {
    text: 'No stream has an `event:` line',
    source: 'Stream',
  },
  'chat.fragments.while-written': {
    text: 'An answer arrives in fragments while it is being written, not all at its end',
    source: 'Principles',
  },
  'chat.first-frame.fields': {
    text: 'The first frame has `citations` and `done` false',
    source: 'Frames',
  },
  'chat.first-frame.before-any-text': {
    text: 'When relevant pages are found, the citations frame comes before any text',
    source: 'Frames',
  },
  'chat.first-frame.omitted-when-nothing-relevant': {
    text: 'When nothing relevant is found there is no citations frame',
    source: 'Frames',
  },
  'chat.middle-frame.fields': {
    text: 'A middle frame has a `delta` string and `done` false',
    source: 'Frames',
  },
  'chat.last-frame.fields': {
    text: 'The last frame has `done` true, `thread_id`, `message_id`, `citations`, `powered_by` and `powered_by_url`',
    source: 'Frames',
  },
  'chat.last-frame.covered': {
    text: 'The last frame has `covered`: false exactly when the knowledge base does not cover the question',
    source: 'Principles',
  },
  'chat.last-frame.ends-stream': {
    text: 'A complete answer ends with exactly one frame with `done` true, and nothing follows it',
    source: 'Frames',
  },
  'chat.last-frame.citations-actually-cited': {
    text: "The last frame's `citations` are those the answer cited, no more",
    source: 'Citations',
  },
  'chat.last-frame.citations-may-be-empty': {
    text: "The last frame's `citations` are an empty list when the answer cited nothing",
    source: 'Citations',
  },
  'chat.renumbering.from-1': {
    text: 'Cited sources are renumbered from 1 without a gap',
    source: 'Citations',
  },
  'chat.renumbering.answer-has-rewritten-markers': {
    text: 'After renumbering, `answer` is the full text with each `[n]` marker pointing at its renumbered source',
    source: 'Citations',
  },
  'chat.renumbering.answer-only-then': {
    text: '`answer` is on the last frame only when the `[n]` markers were renumbered',
    source: 'Frames',
  },
  'citation.fields': {
    text: 'A citation has `index`, `title`, `url`, `document_id`, `chunk_id`, `heading_path` and `excerpt`, each of its type',
    source: 'Citations',
  },
  'citation.index.is-the-marker': {
    text: 'An `[n]` marker points at the citation whose `index` is n',
    source: 'Citations',
  },
  'citation.heading-path.breadcrumb': {
    text: "A citation's `heading_path` lists the headings above its passage, outermost first",
    source: 'Citations',
  },
  'chat.error-frame.fields': {
    text: 'An error frame has `error`, `error_code`, `code`, `retryable` and `request_id`',
    source: 'Frames',
  },
  'chat.error-frame.message-for-readers': {
    text: "An error frame's `error` is a message for readers and shows no internals",
    source: 'Failures',
  },
  'chat.error-frame.status-stays-200': {
    text: 'A failure after the stream opened leaves the status at 200',
    source: 'Failures',
  },
  'chat.error-frame.ends-stream': {
    text: 'One error frame ends the stream and no done frame follows',
    source: 'Failures',
  },
  'chat.error.quota-exceeded.allowance': {
    text: 'A workspace past its monthly question allowance gets `quota_exceeded`, not retryable',
    source: 'Failures',
  },
  'chat.error.quota-exceeded.provider-credit': {
    text: 'An AI provider account out of credit gives `quota_exceeded`, not retryable',
    source: 'Failures',
  },
  'chat.error.misconfigured': {
    text: 'An AI provider that is not set up correctly gives `misconfigured`, not retryable',
    source: 'Failures',
  },
  'chat.error.rate-limited': {
    text: 'A busy AI provider gives `rate_limited`, retryable',
    source: 'Failures',
  },
  'chat.error.timeout': {
    text: 'An answer that takes too long gives `timeout` with code `TIMEOUT`, retryable',
    source: 'Failures',
  },
  'chat.error.unavailable': {
    text: 'An AI provider that cannot be reached gives `unavailable`, retryable',
    source: 'Failures',
  },
  'chat.error.internal': {
    text: 'A fault of our own gives `internal`, retryable',
    source: 'Failures',
  },
  'chat.error.content-filtered': {
    text: 'A blocked answer gives `content_filtered`, retryable',
    source: 'Failures',
  },
  'chat.error.truncated': {
    text: 'An answer cut short gives `truncated`, retryable',
    source: 'Failures',
  },
  'chat.error.cancelled': {
    text: 'A cancelled answer gives `cancelled`, retryable',
    source: 'Failures',
  },
  'quota.per-workspace': {
    text: "A workspace's questions count against its own monthly allowance and no other's",
    source: 'Allowance',
  },
  'heartbeat.every-15-s': {
    text: 'A silent stream sends an SSE comment every 15 s',
    source: 'Stream',
  },
  'stream.no-id-lines': { text: 'No stream has an `id:` line', source: 'Stream' },
  'stream.not-buffered': {
    text: 'A stream has the header `X-Accel-Buffering: no`',
    source: 'Stream',
  },
  'stream.not-cached': {
    text: 'A stream has the header `Cache-Control: no-store`',
    source: 'Stream',
  },
  'turn.committed-before-last-frame': {
    text: 'The turn is committed before the last frame is sent',
    source: 'Frames',
  },
  'turn.seen-message-id-can-be-rated': {
    text: 'A `message_id` that a reader has seen can be rated, even if the server dies right after',
    source: 'Frames',
  },
} as const
