import { REFUSALS, RefusalCode, STREAM_FAILURES } from '@footnote/contract/errors'
import { OPERATION_TEXTS } from '@footnote/contract/operations/operation-texts'
import type { Route } from '@footnote/contract/route'
import type { ExampleReference, ExampleValue } from './openapi-document.ts'

const REQUEST_ID = '0199d211-4fd0-7c11-8e2a-6b0d5f7a9c13'
const BAD_FIELD = { path: 'name', message: 'must not be blank' }

/** The body of each refusal, and of each failure that comes as JSON. */
export function errorExamples(): Record<string, ExampleValue> {
  const entries = [...Object.values(STREAM_FAILURES), ...refusals()]
  return Object.fromEntries(
    entries
      .map(({ code, message, retryable }) => {
        const details = code === 'BAD_REQUEST' ? { details: [BAD_FIELD] } : {}
        const value = { error: message, code, request_id: REQUEST_ID, retryable, ...details }
        return [code, { value }] as const
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

const refusals = () => RefusalCode.options.map((code) => ({ code, ...REFUSALS[code] }))

export function errorExampleReferences(codes: readonly string[]): Record<string, ExampleReference> {
  return Object.fromEntries(
    codes.map((code) => [code, { $ref: `#/components/examples/${code}` as const }]),
  )
}

/** One `data:` line per frame, as `http/sse.ts` writes them. */
const eventStream = (frames: unknown): string =>
  [frames]
    .flat()
    .map((frame) => `data: ${JSON.stringify(frame)}\n\n`)
    .join('')

export function requestExample({ operationId }: Route): { example?: unknown } {
  const { request } = OPERATION_TEXTS[operationId] ?? {}
  return request === undefined ? {} : { example: request }
}

export function responseExample({ operationId, response }: Route): { example?: unknown } {
  const { response: example } = OPERATION_TEXTS[operationId] ?? {}
  if (example === undefined) return {}
  const isStream = response.contentType === 'text/event-stream'
  return { example: isStream ? eventStream(example) : example }
}
