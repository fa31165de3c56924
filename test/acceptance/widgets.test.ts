import { expect, inject } from 'vitest'
import { sharing } from '../support/sharing.ts'
import { createKnowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { runSql, withDatabase } from '../support/store/services.ts'
import type { Reader, Reply } from './support/wire.ts'
import { adminPath, asOperator, publicPath, send, sendSearch, SOME_ID } from './support/wire.ts'

const { verifies } = sharing()

const PAGE = 'https://docs.example.com'

type Settings = { enabled?: boolean; allowed_origins?: string[] }

const postWidget = (service: Service, knowledgeBaseId: string, settings: Settings) =>
  send(service, adminPath(knowledgeBaseId, 'widgets'), {
    json: { name: 'Help', allowed_origins: [PAGE], ...settings },
    headers: asOperator,
  })

async function createWidget(service: Service, id: string, settings: Settings = {}) {
  const { body } = await postWidget(service, id, settings)
  return (body as { id: string }).id
}

/** A search by a page that shows the widget. */
const searchFrom = (
  service: Service,
  reader: Reader,
  widgetId: string,
  origin: string | undefined,
): Promise<Reply> =>
  sendSearch(
    service,
    reader,
    { query: 'gear', widget_id: widgetId },
    origin === undefined ? {} : { origin },
  )

const served = { status: 200 }
const notAllowed = { status: 403, body: { code: 'ORIGIN_NOT_ALLOWED' } }

verifies('search.widget.disabled', async ({ service, knowledge }) => {
  const { knowledgeBaseId } = knowledge
  const widgetId = await createWidget(service, knowledgeBaseId, { enabled: false })
  const disabled = { status: 403, body: { code: 'WIDGET_DISABLED' } }
  expect(await searchFrom(service, knowledge, widgetId, PAGE)).toMatchObject(disabled)
  const turn = (enabled: boolean) =>
    send(service, adminPath(knowledgeBaseId, `widgets/${widgetId}`), {
      method: 'PATCH',
      json: { enabled },
      headers: asOperator,
    })
  await turn(true)
  expect(await searchFrom(service, knowledge, widgetId, PAGE)).toMatchObject(served)
  await turn(false)
  expect(await searchFrom(service, knowledge, widgetId, PAGE)).toMatchObject(disabled)
})

verifies('search.widget.origin-not-allowed', async ({ service, knowledge }) => {
  const widgetId = await createWidget(service, knowledge.knowledgeBaseId)
  expect(await searchFrom(service, knowledge, widgetId, PAGE)).toMatchObject(served)
  const elsewhere = 'https://elsewhere.example.net'
  expect(await searchFrom(service, knowledge, widgetId, elsewhere)).toMatchObject(notAllowed)
})

verifies(
  ['search.widget.unknown', 'auth.widget.same-knowledge-base'],
  async ({ service, knowledge }) => {
    const other = await createKnowledge(service)
    const foreign = await createWidget(service, other.knowledgeBaseId)
    expect(await searchFrom(service, other, foreign, PAGE)).toMatchObject(served)
    for (const widgetId of [SOME_ID, foreign]) {
      expect(await searchFrom(service, knowledge, widgetId, PAGE)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      })
    }
  },
)

verifies('search.widget.malformed-id', async ({ service, knowledge }) => {
  for (const widget_id of ['help', '', '123', SOME_ID.toUpperCase(), 7, null, [SOME_ID]]) {
    const reply = await sendSearch(
      service,
      knowledge,
      { query: 'gear', widget_id },
      { origin: PAGE },
    )
    expect(reply, String(widget_id)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
  }
})

/** Which of these origins may use a widget with this allowed origin. */
async function answered(
  service: Service,
  reader: Reader,
  allowed: string[],
  origins: (string | undefined)[],
): Promise<(string | undefined)[]> {
  const widgetId = await createWidget(service, reader.knowledgeBaseId, { allowed_origins: allowed })
  const passed = []
  for (const origin of origins) {
    const reply = await searchFrom(service, reader, widgetId, origin)
    if (reply.status === 200) passed.push(origin)
    else expect(reply).toMatchObject(notAllowed)
  }
  return passed
}

verifies('origins.scheme-matches', async ({ service, knowledge }) => {
  const origins = [PAGE, 'http://docs.example.com', 'chrome-extension://docs.example.com']
  expect(await answered(service, knowledge, [PAGE], origins)).toEqual([PAGE])
})

verifies('origins.host-matches', async ({ service, knowledge }) => {
  const lookAlikes = [
    'https://example.com',
    'https://www.docs.example.com',
    'https://evildocs.example.com',
    'https://docs.example.com.evil.net',
    'https://docs.example.co',
    'https://docs-example.com',
  ]
  expect(await answered(service, knowledge, [PAGE], [PAGE, ...lookAlikes])).toEqual([PAGE])
})

verifies('origins.port-matches', async ({ service, knowledge }) => {
  const other = [`${PAGE}:8443`, `${PAGE}:80`, `${PAGE}:44`]
  expect(await answered(service, knowledge, [PAGE], [PAGE, ...other])).toEqual([PAGE])
  const withPort = 'http://localhost:3000'
  const near = ['http://localhost', 'http://localhost:30000', 'http://localhost:300']
  expect(await answered(service, knowledge, [withPort], [withPort, ...near])).toEqual([withPort])
})

verifies('origins.leading-wildcard', async ({ service, knowledge }) => {
  const admitted = ['https://docs.example.com', 'https://eu.example.com']
  const refused = [
    'https://eu.docs.example.com',
    'https://example.com',
    'https://evilexample.com',
    'https://docs.example.com.evil.net',
    'http://docs.example.com',
    'https://docs.example.com:8443',
  ]
  const allowed = ['https://*.example.com']
  expect(await answered(service, knowledge, allowed, [...admitted, ...refused])).toEqual(admitted)
})

const OTHER_WILDCARDS = [
  '*',
  'https://*',
  'https://*example.com',
  'https://docs.*.com',
  'https://docs.*',
  'https://*.*.com',
  'https://docs.example.com:*',
  '*://docs.example.com',
]

verifies('origins.no-other-wildcard', async ({ service, knowledge, database }) => {
  const { knowledgeBaseId } = knowledge
  for (const pattern of OTHER_WILDCARDS) {
    const reply = await postWidget(service, knowledgeBaseId, { allowed_origins: [pattern] })
    expect(reply, pattern).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
  }
  // Nor does one that was written to the database some other way.
  const widgetId = await createWidget(service, knowledgeBaseId)
  const name = new URL(database.ownerUrl).pathname.slice(1)
  const literals = OTHER_WILDCARDS.map((pattern) => `'${pattern}'`).join(', ')
  await runSql(
    withDatabase(inject('services').adminDatabaseUrl, name),
    `update widgets set allowed_origins = array[${literals}] where id = '${widgetId}'`,
  )
  for (const origin of [PAGE, 'https://example.com', 'https://a.b.com', `${PAGE}:8443`]) {
    expect(await searchFrom(service, knowledge, widgetId, origin), origin).toMatchObject(notAllowed)
  }
})

verifies('origins.missing-refused', async ({ service, knowledge }) => {
  expect(await answered(service, knowledge, [PAGE], [PAGE, undefined])).toEqual([PAGE])
})

verifies('origins.null-refused', async ({ service, knowledge }) => {
  expect(await answered(service, knowledge, [PAGE], [PAGE, 'null'])).toEqual([PAGE])
  const reply = await postWidget(service, knowledge.knowledgeBaseId, { allowed_origins: ['null'] })
  expect(reply.status).toBe(400)
})

verifies('origins.empty-list-refuses-all', async ({ service, knowledge }) => {
  const origins = [PAGE, 'http://localhost', 'null', undefined]
  expect(await answered(service, knowledge, [], origins)).toEqual([])
})

verifies('origins.never-authentication', async ({ service, knowledge }) => {
  const { knowledgeBaseId } = knowledge
  const widgetId = await createWidget(service, knowledgeBaseId)
  expect(await searchFrom(service, knowledge, widgetId, PAGE)).toMatchObject(served)
  const reply = await send(service, publicPath(knowledgeBaseId, 'search'), {
    json: { query: 'gear', widget_id: widgetId },
    headers: { origin: PAGE },
  })
  expect(reply).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
})
