import type { z } from 'zod'
import type { RefusalCode, StreamFailureCode } from './errors.ts'

export type RouteResponse = {
  readonly status: 200 | 201 | 204
  /** Both are null when the response has no body. */
  readonly schema: z.ZodType | null
  readonly contentType: 'application/json' | 'text/event-stream' | null
}

export type Route = {
  readonly operationId: string
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** With `{name}` for each path parameter. */
  readonly path: string
  readonly tag: 'public' | 'admin'
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  /** Takes bytes of this content type instead of JSON. */
  readonly rawBody?: 'application/octet-stream'
  readonly response: RouteResponse
  /** Answers 201 instead of 200 when the request made something new. */
  readonly mayCreate?: true
  readonly refusals: readonly RefusalCode[]
  readonly streamFailures?: readonly StreamFailureCode[]
  /** Failures of an answer that comes in one piece: JSON, each with a status. */
  readonly answerFailures?: readonly StreamFailureCode[]
  /** Whether a public key must send a CAPTCHA token here when CAPTCHA is on. */
  readonly captcha?: boolean
}

export function json(status: 200 | 201, schema: z.ZodType): RouteResponse {
  return { status, schema, contentType: 'application/json' }
}

export const noContent: RouteResponse = { status: 204, schema: null, contentType: null }

/** What any request may meet once its credential is read. */
export const anyRefusal = [
  'UNAUTHORIZED',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
] as const satisfies readonly RefusalCode[]

/** What a request with a JSON body may meet besides. */
export const bodyRefusals = [
  'BAD_REQUEST',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const satisfies readonly RefusalCode[]
