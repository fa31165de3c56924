import { z } from 'zod'
import { MAX_REFUSAL_DETAILS } from './limits.ts'
import { StreamErrorCode } from './public/stream-failures.ts'

export {
  ANSWER_FAILURE_STATUS,
  STREAM_FAILURES,
  StreamErrorCode,
  StreamFailureCode,
} from './public/stream-failures.ts'

export const RefusalCode = z
  .enum([
    'BAD_REQUEST',
    'UNAUTHORIZED',
    'READER_TOKEN_INVALID',
    'FORBIDDEN',
    'GROUP_NOT_ALLOWED',
    'CAPTCHA_REQUIRED',
    'CAPTCHA_FAILED',
    'WIDGET_DISABLED',
    'ORIGIN_NOT_ALLOWED',
    'NOT_FOUND',
    'METHOD_NOT_ALLOWED',
    'REQUEST_TIMEOUT',
    'CONFLICT',
    'PAYLOAD_TOO_LARGE',
    'URI_TOO_LONG',
    'UNSUPPORTED_MEDIA_TYPE',
    'MOVED',
    'MODEL_FAILED',
    'RATE_LIMITED',
    'HEADERS_TOO_LARGE',
    'INTERNAL',
    'UNAVAILABLE',
  ])
  .meta({
    id: 'RefusalCode',
    description: 'Why the request was refused. `/docs/errors/{code}` explains each.',
  })
export type RefusalCode = z.infer<typeof RefusalCode>

type RefusalEntry = {
  readonly status: number
  /** Shown to the reader as it stands. */
  readonly message: string
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
  /** For the developer, in the reference. */
  readonly description: string
}

/** Every way a request is refused before an answer starts. `docs/errors/` has a page for each. */
export const REFUSALS = {
  BAD_REQUEST: {
    status: 400,
    message: 'The request is not valid.',
    retryable: false,
    description: 'A field is missing, unknown or out of bounds; `details` names it.',
  },
  UNAUTHORIZED: {
    status: 401,
    message: 'A valid key is needed.',
    retryable: false,
    description: 'The credential is missing, malformed, unknown, revoked or expired.',
  },
  READER_TOKEN_INVALID: {
    status: 401,
    message: 'The reader token is not valid.',
    retryable: false,
    description: 'The token that says who is asking is expired, or not valid; `error` says why.',
  },
  FORBIDDEN: {
    status: 403,
    message: 'This key may not do that.',
    retryable: false,
    description:
      'The knowledge base or message is not the one the key belongs to, or the key may not be used from this address.',
  },
  GROUP_NOT_ALLOWED: {
    status: 403,
    message: 'One of the source groups may not be used.',
    retryable: false,
    description: 'A group does not exist in the knowledge base, or the key may not use it.',
  },
  CAPTCHA_REQUIRED: {
    status: 403,
    message: 'A CAPTCHA check is needed. Please reload the page and try again.',
    retryable: false,
    description: 'The key needs a reCAPTCHA token in `X-Recaptcha-Token`, and none was sent.',
  },
  CAPTCHA_FAILED: {
    status: 403,
    message: 'The CAPTCHA check did not pass. Please try again.',
    retryable: false,
    description: 'The reCAPTCHA token was refused, was used before, or could not be verified.',
  },
  WIDGET_DISABLED: {
    status: 403,
    message: 'This assistant is turned off.',
    retryable: false,
    description: "The widget's Enabled switch is off.",
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    message: 'This assistant may not be used on this page.',
    retryable: false,
    description: "The page's origin is not in the widget's allowed origins.",
  },
  NOT_FOUND: {
    status: 404,
    message: 'Not found.',
    retryable: false,
    description: 'What the path or body names does not exist, or belongs elsewhere.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'This address does not take that method.',
    retryable: false,
    description: 'The path exists, but not with this method; `Allow` lists those that it takes.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    message: 'The request took too long to arrive. Please try again.',
    retryable: true,
    description: 'The headers or the body did not arrive in time.',
  },
  CONFLICT: {
    status: 409,
    message: 'That clashes with something that already exists.',
    retryable: false,
    description: 'The request clashes with the present state, such as a name already taken.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    message: 'The request is too large.',
    retryable: false,
    description: 'The request body has more bytes than the route takes.',
  },
  URI_TOO_LONG: {
    status: 414,
    message: 'The address is too long.',
    retryable: false,
    description: 'A part of the path has more than 2,000 characters.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'The request must be JSON.',
    retryable: false,
    description: 'The `Content-Type` of a request with a body is not `application/json`.',
  },
  MOVED: {
    status: 421,
    message: 'This knowledge base has moved. Please try again.',
    retryable: true,
    description:
      'Another installation serves the workspace; `X-Footnote-Cell` names it. A proxy in front of several resends the request there.',
  },
  MODEL_FAILED: {
    status: 422,
    message: 'The model failed its test, so nothing was saved.',
    retryable: false,
    description: 'An answer model was tested before it was saved, and failed; `error` says how.',
  },
  RATE_LIMITED: {
    status: 429,
    message: 'Too many requests. Please wait a moment and try again.',
    retryable: true,
    description: 'Too many requests; `Retry-After` says how many seconds to wait.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    message: 'The headers of the request are too large.',
    retryable: false,
    description: 'The request line and the headers have more than 16 KiB together.',
  },
  INTERNAL: {
    status: 500,
    message: 'Something went wrong. Please try again.',
    retryable: true,
    description: 'A fault of the service. Quote `request_id` when reporting it.',
  },
  UNAVAILABLE: {
    status: 503,
    message: 'The service is not available right now. Please try again soon.',
    retryable: true,
    description: 'The service is starting, stopping, or cannot reach its database.',
  },
} as const satisfies Record<RefusalCode, RefusalEntry>

export const ErrorBody = z
  .object({
    error: z.string().describe('A message to show the reader.'),
    code: RefusalCode,
    request_id: z.string().describe('Also in the `X-Request-Id` header.'),
    retryable: z.boolean().describe('Whether the same request may succeed later.'),
    details: z
      .array(
        z.object({
          path: z.string().describe('The field, such as `user.email`.'),
          message: z.string().describe('What is wrong with it.'),
        }),
      )
      .optional()
      .describe(
        `Only for BAD_REQUEST: what is wrong with which field; at most ${MAX_REFUSAL_DETAILS}.`,
      ),
  })
  .meta({ id: 'ErrorBody' })
export type ErrorBody = z.infer<typeof ErrorBody>

/** The same for a route that also reports a failed answer as JSON. */
export const AnswerErrorBody = ErrorBody.extend({
  code: z
    .union([RefusalCode, StreamErrorCode])
    .describe('Why the request was refused, or why the answer failed.'),
}).meta({ id: 'AnswerErrorBody' })
export type AnswerErrorBody = z.infer<typeof AnswerErrorBody>
