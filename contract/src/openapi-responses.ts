import { ErrorBody, REFUSALS, STREAM_FAILURES, type RefusalCode } from './errors.ts'
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

function refusalResponse(
  status: number,
  codes: readonly RefusalCode[],
  converter: SchemaConverter,
): ResponseObject {
  const errorBody = converter.convert(ErrorBody, 'output')
  return {
    description: codes.map((code) => `${code}: ${REFUSALS[code].description}`).join(' '),
    headers: { ...REQUEST_ID, ...STATUS_HEADERS[status] },
    content: {
      'application/json': {
        schema: { ...errorBody, properties: { code: { enum: [...codes] } } },
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
  const codesByStatus = Object.groupBy(
    [...new Set(route.refusals)].sort(),
    (code) => REFUSALS[code].status,
  )
  for (const [status, codes] of Object.entries(codesByStatus)) {
    if (codes) responses[status] = refusalResponse(Number(status), codes, converter)
  }
  return responses
}

export function streamFailuresOf(route: Route): StreamFailure[] | undefined {
  return route.streamFailures?.map((errorCode) => ({
    error_code: errorCode,
    ...STREAM_FAILURES[errorCode],
  }))
}
