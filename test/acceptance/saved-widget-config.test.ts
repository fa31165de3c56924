import { SavedWidgetConfig } from '@footnote/contract/public/widget-config'
import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { createKnowledge } from '../support/knowledge.ts'
import { readRows } from '../support/store/services.ts'
import { changeWidget, createGuardedKey, createWidget, getSaved, PAGE } from './support/widget.ts'
import { publicPath, send, SOME_ID } from './support/wire.ts'

const { test, verifies } = acceptance({
  RECAPTCHA_SITE_KEY: 'site',
  RECAPTCHA_SECRET: 'nobody verifies in this file',
})

const notFound = { status: 404, body: { code: 'NOT_FOUND' } }

const SETTINGS = {
  title: 'Ask us “anything” 🔑',
  colours: { accent: '#06c', dark: [true, null, 1.5] },
  path: 'C:\\users\\u0000',
}

verifies(
  ['saved-widget-config.fields', 'captcha.not-needed.saved-widget-config'],
  async ({ service, knowledge }) => {
    const { knowledgeBaseId } = knowledge
    const widgetId = await createWidget(service, knowledgeBaseId, { config: SETTINGS })
    const { 'x-client-key': clientKey } = await createGuardedKey(service, knowledgeBaseId)
    const config = await send(service, publicPath(knowledgeBaseId, 'widget-config'), {
      headers: { 'x-client-key': clientKey },
    })
    const reply = await getSaved(service, { clientKey }, widgetId)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      ...(config.body as object),
      id: widgetId,
      enabled: true,
      config: SETTINGS,
    })
    expect(SavedWidgetConfig.parse(reply.body)).toMatchObject({ captcha_required: true })
    await changeWidget(service, knowledgeBaseId, widgetId, { config: {} })
    expect((await getSaved(service, knowledge, widgetId)).body).toMatchObject({ config: {} })
  },
)

test('a widget without settings has none, and settings that cannot be stored are refused', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const widgetId = await createWidget(service, knowledgeBaseId)
  expect((await getSaved(service, knowledge, widgetId)).body).toMatchObject({ config: {} })
  const change = (config: unknown) => changeWidget(service, knowledgeBaseId, widgetId, { config })
  for (const config of ['x', 7, null, [], { a: 'nul \0' }, { a: '\ud800' }, { 'a\0': 1 }]) {
    expect((await change(config)).status, JSON.stringify(config)).toBe(400)
  }
  expect((await change({ a: 'x'.repeat(19_991) })).status).toBe(200)
  expect((await change({ a: 'x'.repeat(20_000) })).status).toBe(400)
  const { config } = (await getSaved(service, knowledge, widgetId)).body as SavedWidgetConfig
  expect(String(config['a'])).toHaveLength(19_991)
})

verifies('saved-widget-config.own-keys.typed', async ({ service, knowledge, database }) => {
  const { knowledgeBaseId } = knowledge
  const settings = { mode: 'sidebar', accent: '#0b5c63', mine: { any: ['thing'] } }
  const widgetId = await createWidget(service, knowledgeBaseId, { config: settings })
  const refused = await changeWidget(service, knowledgeBaseId, widgetId, {
    config: { ...settings, mode: 'popup' },
  })
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST', details: [{ path: 'config.mode' }] },
  })
  const saved = async () => (await getSaved(service, knowledge, widgetId)).body
  expect(await saved()).toMatchObject({ config: settings })
  // A row written before the key had a type.
  await readRows(
    database,
    `update widgets set config = config || '{"mode": {"is": "wide"}}' where id = '${widgetId}'`,
  )
  const { mode: _, ...fitting } = settings
  expect(SavedWidgetConfig.parse(await saved()).config).toEqual(fitting)
  expect(await service.admin.widgets.get(knowledgeBaseId, widgetId)).toMatchObject({
    config: { ...fitting, mode: { is: 'wide' } },
  })
})

verifies('saved-widget-config.disabled', async ({ service, knowledge }) => {
  const { knowledgeBaseId } = knowledge
  const widgetId = await createWidget(service, knowledgeBaseId, { enabled: false })
  expect(await getSaved(service, knowledge, widgetId)).toMatchObject({
    status: 403,
    body: { code: 'WIDGET_DISABLED' },
  })
  await changeWidget(service, knowledgeBaseId, widgetId, { enabled: true })
  expect((await getSaved(service, knowledge, widgetId)).status).toBe(200)
})

verifies('saved-widget-config.origin-not-allowed', async ({ service, knowledge }) => {
  const widgetId = await createWidget(service, knowledge.knowledgeBaseId)
  const origins = [null, 'null', 'https://example.com', `${PAGE}:8443`, 'http://docs.example.com']
  for (const origin of origins) {
    expect(await getSaved(service, knowledge, widgetId, origin), String(origin)).toMatchObject({
      status: 403,
      body: { code: 'ORIGIN_NOT_ALLOWED' },
    })
  }
  expect((await getSaved(service, knowledge, widgetId)).status).toBe(200)
})

verifies('saved-widget-config.unknown', async ({ service, knowledge }) => {
  for (const id of [SOME_ID, 'nonsense', SOME_ID.toUpperCase(), '1', "' or true --", '%']) {
    expect(await getSaved(service, knowledge, id), id).toMatchObject(notFound)
  }
})

verifies('saved-widget-config.foreign', async ({ service, knowledge }) => {
  const other = await createKnowledge(service)
  const foreign = await createWidget(service, other.knowledgeBaseId)
  expect(await getSaved(service, knowledge, foreign)).toMatchObject(notFound)
  const hidden = await createWidget(service, other.knowledgeBaseId, { enabled: false })
  expect(await getSaved(service, knowledge, hidden)).toMatchObject(notFound)
  expect((await getSaved(service, other, foreign)).status).toBe(200)
})
