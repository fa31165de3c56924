import type { ErrorDetail } from './error.ts'
import { FootnoteError } from './error.ts'

/** Turns a response with a status of 400 or more into an error. */
export function toResponseError(response: Response, text: string): FootnoteError {
  const { status } = response
  const requestId = response.headers.get('x-request-id')
  const retryAfterSeconds = readSeconds(response.headers.get('retry-after'))
  const body = readErrorBody(text)
  if (!body) return unexpectedResponse(response)
  return new FootnoteError(body.error, {
    status,
    code: body.code,
    requestId: typeof body.request_id === 'string' ? body.request_id : requestId,
    retryable: typeof body.retryable === 'boolean' ? body.retryable : isRetryable(status),
    retryAfterSeconds,
    details: readDetails(body.details),
  })
}

/** For anything that the service does not send, such as a proxy's error page. */
export function unexpectedResponse(response: Response, options?: ErrorOptions): FootnoteError {
  const { status } = response
  return new FootnoteError(
    `The service could not be understood (status ${status}).`,
    {
      status,
      code: 'UNEXPECTED_RESPONSE',
      requestId: response.headers.get('x-request-id'),
      retryable: isRetryable(status),
      retryAfterSeconds: readSeconds(response.headers.get('retry-after')),
      address: response.url,
    },
    options,
  )
}

const isRetryable = (status: number): boolean => status === 429 || status >= 500

/** Retry-After may also be a date, which the service never sends. */
function readSeconds(header: string | null): number | null {
  return header !== null && /^\d+$/.test(header) ? Number(header) : null
}

type WireError = {
  error: string
  code: string
  request_id?: unknown
  retryable?: unknown
  details?: unknown
}

function readErrorBody(text: string): WireError | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return isWireError(body) ? body : undefined
  } catch {
    return undefined
  }
}

function isWireError(body: unknown): body is WireError {
  if (typeof body !== 'object' || body === null) return false
  return (
    'error' in body &&
    typeof body.error === 'string' &&
    'code' in body &&
    typeof body.code === 'string'
  )
}

const readDetails = (details: unknown): ErrorDetail[] =>
  Array.isArray(details) ? details.filter(isDetail) : []

function isDetail(detail: unknown): detail is ErrorDetail {
  if (typeof detail !== 'object' || detail === null) return false
  return (
    'path' in detail &&
    typeof detail.path === 'string' &&
    'message' in detail &&
    typeof detail.message === 'string'
  )
}
