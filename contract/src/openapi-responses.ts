import type { z } from 'zod'
import {
  ANSWER_FAILURE_STATUS,
  AnswerErrorBody,
  ErrorBody,
  REFUSALS,
  STREAM_FAILURES,
} from './errors.ts'
import type { SchemaConverter } from './json-schemas.ts'
import type { ResponseObject, StreamFailure } from './openapi-document.ts'
import type { Route } from './route.ts'

const REQUEST_ID = {
  'X-Request-Id': { description: 'Quote it when reporting trouble.', schema: { type: 'string' } },
} as const

/** Headers that come only with one status. */
const STATUS_HEADERS: Record<number, NonNullable<ResponseObject['headers']>> = {
  401: {
    'WWW-Authenticate': { description: 'The credential wanted.', schema: { type: 'string' } },
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
    content: { [contentType]: { schema: converter.convert(schema, 'output') } },
  }
}

type Refused = { status: number; code: string; description: string }

/** What may be sent instead of the answer: refusals, and failures that have a status of their own. */
function refusedOf({ refusals, answerFailures = [] }: Route): Refused[] {
  const refused: Refused[] = [...new Set(refusals)].sort().map((code) => {
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
      },
    },
  }
}

export function responsesOf(
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
  const byStatus = Object.groupBy(refusedOf(route), ({ status }) => status)
  for (const [status, refused] of Object.entries(byStatus)) {
    if (refused) responses[status] = refusalResponse(Number(status), refused, body, converter)
  }
  return responses
}

export function streamFailuresOf(route: Route): StreamFailure[] | undefined {
  return route.streamFailures?.map((errorCode) => ({
    error_code: errorCode,
    ...STREAM_FAILURES[errorCode],
  }))
}
