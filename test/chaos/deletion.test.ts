import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import type { ChaosTenant } from '../support/chaos/tenants.ts'
import { createTenants } from '../support/chaos/tenants.ts'
import { scanTables, tablesOfKnowledgeBases } from '../support/store/scan-tables.ts'
import type { Service } from '../support/service.ts'
import { readRows } from '../support/store/services.ts'
import { fillKnowledgeBase } from './fill-knowledge-base.ts'
import { adminPath, asOperator, publicPath, send, sendSearch } from '../acceptance/support/wire.ts'

const { test } = acceptance({
  ALLOW_PRIVATE_MODEL_HOSTS: 'true',
  PUBLIC_URL: 'http://127.0.0.1:1',
  SECRETS_KEY: 'a key for the tests, 32 characters',
})

/** What identifies the tenant: its word, and all its ids except the workspace's. */
const identifyingWords = (tenant: ChaosTenant): string[] => [
  tenant.canary,
  tenant.knowledgeBaseId,
  tenant.groupId,
  tenant.documentId,
  tenant.widgetId,
  tenant.sourceId,
  tenant.syncId,
  tenant.messageId,
  tenant.threadId,
  tenant.keyId,
]

/** Whether the operator still sees it; a deletion runs in the background. */
async function untilGone(service: Service, path: string): Promise<void> {
  const status = async () => (await send(service, path, { headers: asOperator })).status
  await expect.poll(status, { timeout: 60_000 }).toBe(404)
}

test('a deleted knowledge base or workspace leaves nothing in any table but what is listed here', async ({
  service,
  database,
}) => {
  const [one, other] = await createTenants(service, 2)
  if (!one || !other) throw new Error('There are two tenants')
  for (const tenant of [one, other]) await fillKnowledgeBase(service, database, tenant)
  const before = await scanTables(database, identifyingWords(one))
  const others = await scanTables(database, identifyingWords(other))
  // A table without rows would prove nothing: fill new tables above.
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining([...(await tablesOfKnowledgeBases(database)), 'knowledge_bases']),
  )
  expect(before['pgboss.job_common'] ?? before['pgboss.job']).toBeGreaterThan(0)

  const path = `/api/v1/admin/knowledge-bases/${one.knowledgeBaseId}`
  const deleted = await send(service, path, { method: 'DELETE', headers: asOperator })
  expect(deleted).toMatchObject({
    status: 202,
    body: { id: one.knowledgeBaseId, state: 'deleting' },
  })
  await untilGone(service, path)
  // Who deleted it and when, by ids; the jobs that removed it; and its workspace with what belongs to it.
  const left = await scanTables(database, identifyingWords(one))
  expect(left).toEqual({
    access_tokens: 1,
    invitations: 1,
    model_prices: 1,
    sso_settings: 1,
    webhooks: 1,
    'accounts.sso_domains': 1,
    audit_events: expect.any(Number),
    workspaces: 1,
    [jobTable(left)]: expect.any(Number),
  })
  expect(await leftoverJobs(database, one.knowledgeBaseId)).toEqual(['delete-knowledge-base'])
  const counts = `select answered from question_counts where workspace_id = '${one.workspaceId}'`
  expect(await readRows(database, counts)).toEqual([{ answered: 1 }])
  const events = await readRows<{ actor: string; action: string }>(
    database,
    `select actor, action from audit_events where subject_id = '${one.knowledgeBaseId}' order by id`,
  )
  expect(events.slice(-2)).toEqual([
    { actor: 'operator', action: 'knowledge_base.delete' },
    { actor: 'worker', action: 'knowledge_base.deleted' },
  ])
  expect(await scanTables(database, identifyingWords(other))).toEqual(others)

  const workspace = `/api/v1/admin/workspaces/${one.workspaceId}`
  for (const { workspaceId } of [one, other]) {
    const reply = await send(service, `/api/v1/admin/workspaces/${workspaceId}`, {
      method: 'DELETE',
      headers: asOperator,
    })
    expect(reply).toMatchObject({ status: 202, body: { id: workspaceId, state: 'deleting' } })
  }
  await untilGone(service, workspace)
  await untilGone(service, `/api/v1/admin/workspaces/${other.workspaceId}`)
  for (const tenant of [one, other]) {
    const remains = await scanTables(database, [...identifyingWords(tenant), tenant.workspaceId])
    expect(remains).toEqual({
      audit_events: expect.any(Number),
      [jobTable(remains)]: expect.any(Number),
    })
    expect(await leftoverJobs(database, tenant.knowledgeBaseId)).toEqual(['delete-knowledge-base'])
  }
  // A table of its own, with its index, is no row.
  const own = `select from pg_class where relkind = 'r' and relname like 'indexed\\_vectors\\_%'`
  expect(await readRows(database, own)).toEqual([])
})

const jobTable = (found: Record<string, number>): string =>
  Object.keys(found).find((name) => name.startsWith('pgboss.')) ?? 'pgboss has no rows'

async function leftoverJobs(database: { ownerUrl: string }, id: string): Promise<string[]> {
  const rows = await readRows<{ name: string }>(
    database,
    `select distinct name from pgboss.job where data::text like '%${id}%'`,
  )
  return rows.map(({ name }) => name)
}

test('every surface refuses a deleted knowledge base before anything of it was removed', async ({
  service,
  database,
}) => {
  const [tenant] = await createTenants(service, 1)
  if (!tenant) throw new Error('There is a tenant')
  const { knowledgeBaseId, clientKey } = tenant
  await service.admin.knowledgeBases.change(knowledgeBaseId, { llms_txt: true, mcp_oauth: true })
  const hook = await service.admin.sources.hook(knowledgeBaseId, tenant.sourceId)
  const surfaces: Record<string, () => Promise<{ status: number }>> = {
    search: () => sendSearch(service, tenant, { query: tenant.canary }),
    'secret pair': () =>
      send(service, publicPath(knowledgeBaseId, 'search'), {
        json: { query: tenant.canary },
        headers: { 'x-client-id': tenant.clientId, 'x-client-secret': tenant.clientSecret },
      }),
    'widget configuration': () =>
      send(service, publicPath(knowledgeBaseId, 'widget-config'), {
        headers: { 'x-client-key': clientKey },
      }),
    'llms.txt': () => send(service, publicPath(knowledgeBaseId, 'llms.txt')),
    documents: () =>
      send(service, adminPath(knowledgeBaseId, 'documents'), { headers: asOperator }),
    webhook: () =>
      send(service, hook.path, {
        method: 'POST',
        headers: { authorization: `Bearer ${hook.secret}` },
      }),
  }
  const statuses = async () => {
    const entries = Object.entries(surfaces).map(
      async ([name, ask]) => [name, (await ask()).status] as const,
    )
    return Object.fromEntries(await Promise.all(entries))
  }
  expect(await statuses()).toEqual({
    search: 200,
    'secret pair': 200,
    'widget configuration': 200,
    'llms.txt': 200,
    documents: 200,
    webhook: 202,
  })
  // As if no worker were there: nothing is removed, and yet nothing is served.
  const mark = `update knowledge_bases set deleting_at = now() where id = '${knowledgeBaseId}'`
  await readRows(database, mark)
  await expect.poll(statuses, { timeout: 5_000 }).toEqual({
    search: 401,
    'secret pair': 401,
    'widget configuration': 401,
    'llms.txt': 404,
    documents: 404,
    webhook: 401,
  })
  expect(await service.admin.knowledgeBases.get(knowledgeBaseId)).toMatchObject({
    state: 'deleting',
  })
})

test('a deleted widget is refused at once, and stored answers keep its id', async ({
  service,
  knowledge,
  database,
}) => {
  const { knowledgeBaseId } = knowledge
  const origin = 'https://docs.example.com'
  const input = { name: 'Help', allowed_origins: [origin] }
  const widget = await service.admin.widgets.create(knowledgeBaseId, input)
  const search = () =>
    sendSearch(service, knowledge, { query: 'heron', widget_id: widget.id }, { origin })
  expect((await search()).status).toBe(200)
  await service.admin.widgets.remove(knowledgeBaseId, widget.id)
  expect(await search()).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  const [event] = await readRows(
    database,
    `select actor, action from audit_events where subject_id = '${widget.id}' order by id desc`,
  )
  expect(event).toEqual({ actor: 'operator', action: 'widget.delete' })
  const again = send(service, adminPath(knowledgeBaseId, `widgets/${widget.id}`), {
    method: 'DELETE',
    headers: asOperator,
  })
  expect((await again).status).toBe(404)
})
