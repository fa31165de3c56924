import type { z } from 'zod'
import type { CaptchaAction } from './captcha.ts'
import type { RefusalCode, StreamFailureCode } from './errors.ts'
import type { Role } from './role.ts'

export type RouteResponse = {
  readonly status: 200 | 201 | 202 | 204
  /** Both are null when the response has no body. */
  readonly schema: z.ZodType | null
  readonly contentType:
    | 'application/json'
    | 'application/x-ndjson'
    | 'text/event-stream'
    | 'text/csv'
    | 'text/html'
    | null
}

/** The one declaration of an endpoint. The server, the reference and the tests all read it. */
export type Route = {
  readonly operationId: string
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** With `{name}` for each path parameter. */
  readonly path: string
  readonly tag: 'public' | 'admin' | 'account'
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  /** Takes bytes of this content type instead of JSON. */
  readonly rawBody?: 'application/octet-stream'
  /** Where a body may be larger than a question. */
  readonly maxBodyBytes?: number
  readonly response: RouteResponse
  /** Responds with 201 instead of 200 when the request created something. */
  readonly mayCreate?: true
  readonly refusals: readonly RefusalCode[]
  readonly streamFailures?: readonly StreamFailureCode[]
  /** Failures of an answer that is not streamed: JSON, each with a status. */
  readonly answerFailures?: readonly StreamFailureCode[]
  /** The action of the CAPTCHA token that a public key must send here when CAPTCHA is on. */
  readonly captcha?: CaptchaAction
  /** It reveals parts of passages without a CAPTCHA token, so it counts as many requests. */
  readonly readsWithoutToken?: true
  /** Counts as so many requests against the rate limits. */
  readonly requestCost?: number
  /** How long it takes depends on a model, so it says nothing about the load. */
  readonly waitsForModel?: true
  /** It may process all documents of a source, or a whole archive. */
  readonly takesLong?: true
  /** The lowest role that may use it. Every admin route has one. */
  readonly role?: Role
  /** Its action in the audit log, such as `key.revoke`. Every admin route that changes something has one. */
  readonly audit?: string
  /**
   * Fields of the body whose values the audit log keeps. Others are not even named there, so that
   * secrets, content and readers' names reach it only by being listed in sight of a reviewer.
   */
  readonly auditedFields?: readonly string[]
  /**
   * Who may call a route that serves people rather than a workspace: anyone; anyone with a credential
   * of the admin API; only people who signed in; or only those who signed in without single sign-on.
   */
  readonly openTo?: 'anyone' | 'operator' | 'session' | 'own_sign_in'
}

type Routes<Declared> = {
  readonly [Id in keyof Declared & string]: Declared[Id] & { readonly operationId: Id }
}

/** Routes by operation id. Each keeps its own type, so that its handler can be checked against it. */
export function defineRoutes<const Declared extends Record<string, Omit<Route, 'operationId'>>>(
  declared: Declared,
): Routes<Declared> {
  const named = Object.entries(declared).map(
    ([operationId, route]) => [operationId, { operationId, ...route }] as const,
  )
  // Object.fromEntries loses the type of each key.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(named) as Routes<Declared>
}

export function json<const Status extends 200 | 201 | 202, Schema extends z.ZodType>(
  status: Status,
  schema: Schema,
) {
  return { status, schema, contentType: 'application/json' } as const
}

export const noContent = { status: 204, schema: null, contentType: null } as const

/** Refusals of any request with a credential. */
export const anyRefusal = [
  'UNAUTHORIZED',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
] as const satisfies readonly RefusalCode[]

/** Further refusals of a request with a JSON body. */
export const bodyRefusals = [
  'BAD_REQUEST',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const satisfies readonly RefusalCode[]
