import type { z } from 'zod'
import {
  ANSWER_FAILURE_STATUS,
  AnswerErrorBody,
  ErrorBody,
  REFUSALS,
  STREAM_FAILURES,
  type RefusalCode,
} from '@footnote/contract/errors'
import type { SchemaConverter } from './json-schemas.ts'
import type { ResponseObject, StreamFailure } from './openapi-document.ts'
import { errorExampleReferences, responseExample } from './openapi-examples.ts'
import type { Route } from '@footnote/contract/route'

const REQUEST_ID = {
  'X-Request-Id': { description: 'Quote it when reporting a problem.', schema: { type: 'string' } },
} as const

/** Headers that come only with one status. */
const STATUS_HEADERS: Record<number, NonNullable<ResponseObject['headers']>> = {
  401: {
    'WWW-Authenticate': { description: 'The credential required.', schema: { type: 'string' } },
  },
  429: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
}

const STREAM_DESCRIPTION =
  'Each event is one `data:` line with one frame as JSON, then a blank line. ' +
  'Lines that begin with a colon are heartbeats. A failure is the last frame; the status stays 200.'

function successResponse(route: Route, converter: SchemaConverter): ResponseObject {
  const { schema, contentType } = route.response
  if (schema === null || contentType === null) {
    return { description: 'Done. No body.', headers: REQUEST_ID }
  }
  return {
    description: contentType === 'text/event-stream' ? STREAM_DESCRIPTION : 'Done.',
    headers: REQUEST_ID,
    content: {
      [contentType]: { schema: converter.convert(schema, 'output'), ...responseExample(route) },
    },
  }
}

type Refused = { status: number; code: string; description: string }

/** Error responses: refusals, and failures with a status of their own. */
function listRefused({ refusals, answerFailures = [], role, openTo }: Route): Refused[] {
  // Somebody's role may be too low, and a page of another origin may not use the cookie.
  const forOperators: RefusalCode[] =
    role !== undefined || openTo !== undefined ? ['FORBIDDEN'] : []
  const refused: Refused[] = [...new Set([...refusals, ...forOperators])].sort().map((code) => {
    const { status, description } = REFUSALS[code]
    return { status, code, description }
  })
  const failed = answerFailures.map((failure) => {
    const { code, message } = STREAM_FAILURES[failure]
    return { status: ANSWER_FAILURE_STATUS[failure], code, description: message }
  })
  const isNew = ({ code }: Refused) => !refused.some((other) => other.code === code)
  return [...refused, ...failed.filter(isNew)]
}

function refusalResponse(
  status: number,
  refused: readonly Refused[],
  body: z.ZodType,
  converter: SchemaConverter,
): ResponseObject {
  return {
    description: refused.map(({ code, description }) => `${code}: ${description}`).join(' '),
    headers: { ...REQUEST_ID, ...STATUS_HEADERS[status] },
    content: {
      'application/json': {
        schema: {
          ...converter.convert(body, 'output'),
          properties: { code: { enum: refused.map(({ code }) => code) } },
        },
        examples: errorExampleReferences(refused.map(({ code }) => code)),
      },
    },
  }
}

export function toResponses(
  route: Route,
  converter: SchemaConverter,
): Record<string, ResponseObject> {
  const responses: Record<string, ResponseObject> = {
    [route.response.status]: successResponse(route, converter),
  }
  if (route.mayCreate) {
    responses['201'] = { ...successResponse(route, converter), description: 'Created.' }
  }
  const body = route.answerFailures ? AnswerErrorBody : ErrorBody
  return { ...responses, ...refusalResponses(listRefused(route), body, converter) }
}

function refusalResponses(
  all: readonly Refused[],
  body: z.ZodType,
  converter: SchemaConverter,
): Record<string, ResponseObject> {
  const byStatus = Object.groupBy(all, ({ status }) => status)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, refused = []]) => [
      status,
      refusalResponse(Number(status), refused, body, converter),
    ]),
  )
}

/** The responses of these refusals, for what is not in the table of routes. */
export function responsesOfRefusals(
  codes: readonly RefusalCode[],
  converter: SchemaConverter,
): Record<string, ResponseObject> {
  const refused = codes.map((code) => ({ code, ...REFUSALS[code] }))
  return refusalResponses(refused, ErrorBody, converter)
}

export function findStreamFailures(route: Route): StreamFailure[] | undefined {
  return route.streamFailures?.map((errorCode) => ({
    error_code: errorCode,
    ...STREAM_FAILURES[errorCode],
  }))
}
