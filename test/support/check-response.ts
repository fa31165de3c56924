import { isDeepStrictEqual } from 'node:util'
import { AnswerErrorBody, ErrorBody } from '@footnote/contract/errors'
import type { Route } from '@footnote/contract/route'
import { servedRoutes } from '@footnote/contract/routes'
import type { z } from 'zod'

export type CheckedResponse = {
  method: string
  /** Its path and query. */
  path: string
  status: number
  contentType: string
  text: string
}

const patterns = servedRoutes.map((route) => ({
  route,
  path: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** Throws where a response is not what the contract's route table says, so that drift fails every test. */
export function checkResponse(response: CheckedResponse): void {
  const { method, status, contentType, text } = response
  const pathname = response.path.replace(/\?.*$/s, '')
  if (!/^\/api\/v1\/(public|admin)\//.test(pathname) || method === 'HEAD') return
  const route = patterns.find(
    (each) => each.route.method === method.toLowerCase() && each.path.test(pathname),
  )?.route
  const name = route?.operationId ?? `${method} ${pathname}`
  if (status >= 400) {
    // A proxy in front of the service has pages of its own.
    if (!contentType.startsWith('application/json')) return
    requireShape(name, route?.answerFailures ? AnswerErrorBody : ErrorBody, JSON.parse(text))
  } else if (route && status < 300) checkSuccess(route, response)
}

function checkSuccess(route: Route, { status, contentType, text }: CheckedResponse): void {
  const { response, operationId, mayCreate } = route
  if (status !== response.status && !(mayCreate && status === 201)) {
    throw new Error(`${operationId} answered ${status} instead of ${response.status}`)
  }
  if (response.schema === null) {
    if (text !== '') throw new Error(`${operationId} has a body, and the contract has none`)
    return
  }
  if (!contentType.startsWith(response.contentType ?? '')) {
    throw new Error(`${operationId} answered with ${contentType}`)
  }
  for (const value of valuesIn(contentType, text)) {
    requireShape(operationId, response.schema, value)
  }
}

/** The body, or the complete frames of a stream. */
function valuesIn(contentType: string, text: string): unknown[] {
  if (/^text\/(csv|html)/.test(contentType)) return [text]
  if (contentType.startsWith('application/x-ndjson')) return jsonLines(text)
  if (!contentType.startsWith('text/event-stream')) return [JSON.parse(text)]
  return text
    .split('\n\n')
    .slice(0, -1)
    .filter((event) => event.startsWith('data: '))
    .map((event): unknown => JSON.parse(event.slice('data: '.length)))
}

function requireShape(name: string, schema: z.ZodType, value: unknown): void {
  const read = schema.safeParse(value)
  const found = `${name} answered ${JSON.stringify(value)}`
  if (!read.success) throw new Error(`${found}, which breaks the contract: ${read.error.message}`)
  // A schema leaves out the fields that it does not know.
  if (!isDeepStrictEqual(read.data, value)) {
    throw new Error(`${found}, and the contract has ${JSON.stringify(read.data)}`)
  }
}

/** For SDK clients in tests. Streams are left alone: their frames come one by one. */
export const checkedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  const contentType = response.headers.get('content-type') ?? ''
  if (contentType.startsWith('text/event-stream')) return response
  // The client has to notice a connection that breaks during the body.
  const text = await response
    .clone()
    .text()
    .catch(() => undefined)
  if (text === undefined) return response
  const { pathname, search } = new URL(input instanceof Request ? input.url : input)
  checkResponse({
    method: init?.method ?? 'GET',
    path: pathname + search,
    status: response.status,
    contentType,
    text,
  })
  return response
}

export const jsonLines = (text: string): unknown[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
