/** What one request to the model server meets. */
export type ModelScript = {
  /** Pieces of text, sent one after the other before anything else happens. */
  readonly pieces?: readonly string[]
  /** Pause before each piece. */
  readonly delayMs?: number
  readonly ending:
    | { readonly kind: 'finish'; readonly reason: string }
    /** Sends nothing more and keeps the connection open. */
    | { readonly kind: 'hang' }
    /** Drops the connection; before any reply when there are no pieces. */
    | { readonly kind: 'cut' }
    /** Ends the reply without saying how the text ended. */
    | { readonly kind: 'end' }
    /** Sends this as it is, as the body or inside the stream, and ends. */
    | { readonly kind: 'garbage'; readonly text: string; readonly contentType?: string }
    /** An error as a chunk of the stream, which then ends or stays open. */
    | {
        readonly kind: 'error'
        readonly error: Record<string, unknown>
        readonly hangs?: boolean
      }
    | {
        readonly kind: 'status'
        readonly status: number
        readonly error?: Record<string, unknown>
        readonly headers?: Record<string, string>
      }
}

/** A good answer, in the given pieces or word by word. */
export const says = (
  text: string | readonly string[],
  { delayMs = 0, reason = 'stop' }: { delayMs?: number; reason?: string } = {},
): ModelScript => ({
  pieces: typeof text === 'string' ? (text.match(/\S+\s*|\s+/g) ?? []) : text,
  delayMs,
  ending: { kind: 'finish', reason },
})

/** The same text in pieces of so many UTF-16 units, to cut citation marks anywhere. */
export const splitIntoPieces = (size: number, text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  )

export const truncated = (text: string): ModelScript => says(text, { reason: 'length' })
export const filtered = (text = ''): ModelScript => says(text, { reason: 'content_filter' })
export const hangs = (...pieces: string[]): ModelScript => ({ pieces, ending: { kind: 'hang' } })
export const cuts = (...pieces: string[]): ModelScript => ({ pieces, ending: { kind: 'cut' } })
export const endsEarly = (...pieces: string[]): ModelScript => ({ pieces, ending: { kind: 'end' } })

export const talksGarbage = (...pieces: string[]): ModelScript => ({
  pieces,
  ending: { kind: 'garbage', text: 'data: {"choices": [{]]]\n\n' },
})

export const showsPage: ModelScript = {
  ending: { kind: 'garbage', text: '<h1>It works!</h1>', contentType: 'text/html' },
}

const refuses = (
  status: number,
  error: Record<string, unknown>,
  headers: Record<string, string> = {},
): ModelScript => ({ ending: { kind: 'status', status, error, headers } })

/** As OpenAI words them. */
export const refusesKey = refuses(401, {
  message: 'Incorrect API key provided: sk-1***. You can find your API key in your account.',
  type: 'invalid_request_error',
  code: 'invalid_api_key',
})
export const lacksModel = refuses(404, {
  message: 'The model `small` does not exist or you do not have access to it.',
  type: 'invalid_request_error',
  code: 'model_not_found',
})
export const lacksQuota = refuses(429, {
  message: 'You exceeded your current quota, please check your plan and billing details.',
  type: 'insufficient_quota',
  code: 'insufficient_quota',
})
export const lacksBalance = refuses(402, {
  message: 'Insufficient Balance',
  type: 'unknown_error',
  code: 'invalid_request_error',
})
export const isBusy = (retryAfterSeconds?: number): ModelScript =>
  refuses(
    429,
    {
      message: 'Rate limit reached for requests.',
      type: 'requests',
      code: 'rate_limit_exceeded',
    },
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
  )
export const fails = (status = 500): ModelScript =>
  refuses(status, { message: 'The server had an error.', type: 'server_error', code: null })
export const refusesRequest = (error: Record<string, unknown>): ModelScript => refuses(400, error)
export const failsInStream = (
  error: Record<string, unknown>,
  ...pieces: string[]
): ModelScript => ({ pieces, ending: { kind: 'error', error } })

/** The same refusals once words have been sent, when nothing else can be shown any more. */
export const runsOutOfCredit = (...pieces: string[]): ModelScript =>
  failsInStream(
    {
      message: 'You exceeded your current quota.',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    },
    ...pieces,
  )
export const losesKey = (...pieces: string[]): ModelScript =>
  failsInStream(
    {
      message: 'Incorrect API key provided.',
      type: 'invalid_request_error',
      code: 'invalid_api_key',
    },
    ...pieces,
  )
export const getsBusy = (...pieces: string[]): ModelScript =>
  failsInStream(
    { message: 'Rate limit reached.', type: 'requests', code: 'rate_limit_exceeded' },
    ...pieces,
  )
