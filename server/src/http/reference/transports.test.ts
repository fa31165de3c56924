import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { MCP_TOOLS } from '@footnote/contract/public/mcp'
import {
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  webhookPayload,
} from '@footnote/contract/admin/webhooks/webhook-events'
import { servedRoutes } from '@footnote/contract/routes'
import { ClientMessage, CLOSE_CODES, ServerMessage } from '@footnote/contract/public/websocket'
import { undescribedFields } from '../../../../test/support/described-fields.ts'
import { buildOpenapi } from './openapi/openapi.ts'
import { TRANSPORT_TAGS } from './openapi/openapi-tags.ts'

const document = buildOpenapi(servedRoutes, { version: '1', transports: true })
const { schemas, securitySchemes } = document.components
const tags = new Set(TRANSPORT_TAGS.map(({ name }) => name))

const operations = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods))
  .filter((operation) => operation.tags.some((tag) => tags.has(tag)))

const toOperation = (id: string) => operations.find(({ operationId }) => operationId === id)

test('every transport is there', () => {
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual([
    'health',
    'knowledgeBaseMcp',
    'llmsFullTxt',
    'llmsTxt',
    'mcp',
    'metrics',
    'page',
    'pageMarkdown',
    'readiness',
    'sourceHook',
    'websocket',
    'widgetModule',
    'widgetScript',
  ])
})

test('every field of their schemas is described', () => {
  expect(
    Object.entries(schemas).flatMap(([name, schema]) => undescribedFields(name, schema, schemas)),
  ).toEqual([])
})

test('no path of theirs hides one of the table of routes', () => {
  const listed = Object.values(document.paths).flatMap((methods) => Object.keys(methods))
  expect(listed.length).toBe(servedRoutes.length + operations.length)
})

describe.each(operations)('$operationId', (operation) => {
  const media = [operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
    Object.values(part?.content ?? {}),
  )

  test('is described, its parameters and fields too', () => {
    expect(operation.description).toMatch(/^[A-Z].*[.]$/)
    const bare = operation.parameters?.filter(({ description }) => !description) ?? []
    expect(bare).toEqual([])
    const missing = media.flatMap(({ schema }) => undescribedFields('body', schema, schemas))
    expect(missing.filter((field) => field !== 'body.code')).toEqual([])
  })

  test('has an example wherever there is a body', () => {
    expect(media.filter(({ example, examples }) => (example ?? examples) === undefined)).toEqual([])
  })

  test('takes credentials that the document explains', () => {
    const named = operation.security.flatMap((choice) => Object.keys(choice))
    expect(named.filter((name) => !securitySchemes[name])).toEqual([])
  })
})

describe('the WebSocket', () => {
  const protocol = toOperation('websocket')?.['x-websocket']

  test('has an example of messages that its schemas accept', () => {
    const sides = protocol?.example.map(({ from }) => from)
    expect(new Set(sides)).toEqual(new Set(['client', 'server']))
    for (const { from, message } of protocol?.example ?? []) {
      const schema = from === 'client' ? ClientMessage : ServerMessage
      expect(schema.parse(message)).toMatchObject(z.looseObject({}).parse(message))
    }
  })

  test('lists every code that it closes with', () => {
    const codes = protocol?.['close-codes'].map(({ code }) => code)
    expect(new Set(codes)).toEqual(new Set(Object.values(CLOSE_CODES)))
  })
})

test('MCP lists its tools, and the example fits the tool that it calls', () => {
  const operation = toOperation('mcp')
  expect(operation?.['x-mcp-tools']?.map(({ name }) => name)).toEqual(Object.keys(MCP_TOOLS))
  const call = z
    .object({ params: z.object({ name: z.literal('ask'), arguments: MCP_TOOLS.ask.input }) })
    .safeParse(operation?.requestBody?.content['application/json']?.example)
  expect(call.error).toBeUndefined()
  const reply = z
    .object({ result: z.object({ structuredContent: z.strictObject(MCP_TOOLS.ask.output.shape) }) })
    .safeParse(operation?.responses['200']?.content?.['application/json']?.example)
  expect(reply.error).toBeUndefined()
})

describe.each(WEBHOOK_EVENT_TYPES)('the event %s', (type) => {
  const event = document.webhooks?.[type]?.['post']
  const media = event?.requestBody?.content['application/json']

  test('has the fields of its schema, each described', () => {
    const payload = media?.schema.properties ?? {}
    const data = typeof payload['data'] === 'object' ? payload['data'].properties : undefined
    expect(Object.keys(payload)).toEqual(['type', 'timestamp', 'data'])
    expect(Object.keys(data ?? {})).toEqual(Object.keys(WEBHOOK_EVENTS[type].data.shape))
    expect(undescribedFields(type, media?.schema, schemas)).toEqual([])
    expect(event?.description).toBe(WEBHOOK_EVENTS[type].when)
  })

  test('has an example that its schema accepts', () => {
    expect(webhookPayload(type).strict().parse(media?.example)).toEqual(media?.example)
  })
})
