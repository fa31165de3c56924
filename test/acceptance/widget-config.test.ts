import { WidgetConfig } from '@footnote/contract/public/widget-config'
import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import type { Pair } from './support/client-keys.ts'
import { createPair } from './support/client-keys.ts'
import { createGuardedKey, createWidget, getSaved } from './support/widget.ts'
import { asOperator, publicPath, send, sendSearch } from './support/wire.ts'

const SITE_KEY = '6Lc-the-site-key'
const { test, verifies } = acceptance({
  RECAPTCHA_SITE_KEY: SITE_KEY,
  RECAPTCHA_SECRET: 'nobody verifies in this file',
})

type Credential = { 'x-client-key': string } | Pair

const keyHeader = ({ clientKey }: Pick<Knowledge, 'clientKey'>) => ({ 'x-client-key': clientKey })

const getConfig = (service: Service, knowledgeBaseId: string, headers: Credential) =>
  send(service, publicPath(knowledgeBaseId, 'widget-config'), { headers })

async function buildConfig(service: Service, knowledge: Knowledge, headers?: Credential) {
  const reply = await getConfig(service, knowledge.knowledgeBaseId, headers ?? keyHeader(knowledge))
  expect(reply.status, reply.text).toBe(200)
  return WidgetConfig.parse(reply.body)
}

verifies('widget-config.fields', async ({ service, knowledge }) => {
  const { body } = await getConfig(service, knowledge.knowledgeBaseId, keyHeader(knowledge))
  expect(body).toEqual({
    knowledge_base_id: knowledge.knowledgeBaseId,
    knowledge_base_name: 'Docs',
    captcha_required: false,
    recaptcha_site_key: '',
    hide_branding_allowed: false,
    contact_available: false,
    mcp_available: true,
  })
})

verifies(
  ['widget-config.knowledge-base-id', 'widget-config.knowledge-base-name'],
  async ({ service, knowledge }) => {
    const other = await createKnowledge(service, 'Handbook “Ärger” 🔑')
    expect(await buildConfig(service, other)).toMatchObject({
      knowledge_base_id: other.knowledgeBaseId,
      knowledge_base_name: 'Handbook “Ärger” 🔑',
    })
    await service.admin.knowledgeBases.change(other.knowledgeBaseId, { name: 'Renamed' })
    expect(await buildConfig(service, other)).toMatchObject({ knowledge_base_name: 'Renamed' })
    expect(await buildConfig(service, knowledge)).toMatchObject({
      knowledge_base_id: knowledge.knowledgeBaseId,
      knowledge_base_name: 'Docs',
    })
  },
)

verifies(
  [
    'widget-config.captcha-required.says-what-is-enforced',
    'widget-config.recaptcha-site-key',
    'captcha.not-needed.widget-config',
  ],
  async ({ service, knowledge }) => {
    const { knowledgeBaseId } = knowledge
    const guarded = await createGuardedKey(service, knowledgeBaseId)
    expect(await buildConfig(service, knowledge, guarded)).toMatchObject({
      captcha_required: true,
      recaptcha_site_key: SITE_KEY,
    })
    expect(await buildConfig(service, knowledge)).toMatchObject({ captcha_required: false })
    const reader = { knowledgeBaseId, clientKey: guarded['x-client-key'] }
    expect((await sendSearch(service, reader, { query: 'x' })).status).toBe(403)
    expect((await sendSearch(service, knowledge, { query: 'x' })).status).toBe(200)
  },
)

verifies(
  [
    'widget-config.captcha-required.false-for-secret-pair',
    'recaptcha-site-key.always-present',
    'recaptcha-site-key.empty-when-off',
  ],
  async ({ service, knowledge }) => {
    const { knowledgeBaseId } = knowledge
    await createGuardedKey(service, knowledgeBaseId)
    const pair = await createPair(service, knowledgeBaseId)
    const off = { captcha_required: false, recaptcha_site_key: '' }
    for (const headers of [pair, keyHeader(knowledge)]) {
      expect((await getConfig(service, knowledgeBaseId, headers)).body).toMatchObject(off)
    }
    const widgetId = await createWidget(service, knowledgeBaseId)
    expect((await getSaved(service, knowledge, widgetId)).body).toMatchObject(off)
  },
)

verifies('widget-config.hide-branding-allowed.enterprise-only', async ({ service }) => {
  for (const plan of ['free', 'team', 'enterprise'] as const) {
    const { id: workspaceId } = await service.admin.workspaces.create({ name: plan, plan })
    const { id } = await service.admin.knowledgeBases.create(workspaceId, { name: plan })
    const pair = await createPair(service, id)
    const { body } = await getConfig(service, id, pair)
    expect(body, plan).toMatchObject({ hide_branding_allowed: plan === 'enterprise' })
  }
})

const MCP_URL = 'https://mcp.example.com/docs'

verifies(
  [
    'widget-config.mcp-available',
    'widget-config.mcp-url.shown-to-readers',
    'widget-config.mcp-url.omitted-when-none',
    'widget-config.mcp-oauth.true-when-readers-sign-in',
    'widget-config.mcp-oauth.omitted-when-false',
  ],
  async ({ service, knowledge }) => {
    const change = (json: object) =>
      service.admin.knowledgeBases.change(knowledge.knowledgeBaseId, json)
    const mcp = async () => {
      const config = Object.entries(await buildConfig(service, knowledge))
      return Object.fromEntries(config.filter(([name]) => name.startsWith('mcp_')))
    }
    // The service's own, with the client's key.
    expect(await mcp()).toEqual({ mcp_available: true })
    await change({ mcp_url: MCP_URL })
    expect(await mcp()).toEqual({ mcp_available: true, mcp_url: MCP_URL })
    await change({ mcp_oauth: true })
    expect(await mcp()).toEqual({ mcp_available: true, mcp_url: MCP_URL, mcp_oauth: true })
    await change({ mcp_enabled: false })
    expect(await mcp()).toEqual({ mcp_available: false })
    await change({ mcp_enabled: true, mcp_oauth: false, mcp_url: null })
    expect(await mcp()).toEqual({ mcp_available: true })
  },
)

test('settings of MCP that make no sense are refused', async ({ service, knowledge }) => {
  const change = (json: object) =>
    send(service, `/api/v1/admin/knowledge-bases/${knowledge.knowledgeBaseId}`, {
      method: 'PATCH',
      json,
      headers: asOperator,
    })
  const impossible = [
    {},
    { mcp_oauth: true },
    { mcp_url: 'javascript:alert(1)' },
    { mcp_url: 'https://user:password@mcp.example.com' },
    { mcp_url: '' },
    { mcp_enabled: 'yes' },
    { plan: 'enterprise' },
    { name: ' ' },
  ]
  for (const json of impossible) {
    expect((await change(json)).status, JSON.stringify(json)).toBe(400)
  }
  expect((await change({ mcp_oauth: true, mcp_url: MCP_URL })).status).toBe(200)
  expect((await change({ mcp_url: null })).status).toBe(400)
})
