import { afterAll, beforeEach, expect } from 'vitest'
import type { SourceInput } from '@footnote/client/admin'
import { startGuardedHost } from '../fakes/guarded-host.ts'
import { acceptance } from '../support/acceptance.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createPublicKey } from '../support/knowledge.ts'
import { runAsOperator } from '../support/run-cli.ts'
import type { Service } from '../support/service.ts'
import { readRows } from '../support/store/services.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { syncNow, untilSynced } from '../support/sources.ts'
import { adminPath, asOperator, send } from './support/wire.ts'

/** Words that are nowhere else, so that they can be looked for. */
const PASSWORD = 'zebra-quartz-password'
const RENEWED = 'walrus-quartz-password'
const WRONG = 'heron-quartz-password'
const TOKEN = 'glpat-otter-quartz-token'

const page = (title: string, text: string, links = '') =>
  `<html><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>${links}</main></body></html>`
const PAGES = {
  '/': page('Docs', 'How the lighthouse works.', '<a href="/lamp">Lamp</a>'),
  '/lamp': page('Lamp', 'The lamp of the lighthouse turns four times a minute.'),
}
const host = await startGuardedHost(PAGES, { ada: PASSWORD, 'x-access-token': TOKEN })
const other = await startGuardedHost(PAGES, { ada: PASSWORD })
await host.commit({ 'lamp.md': '# Lamp\n\nThe lamp of the lighthouse turns four times a minute.' })
afterAll(() => Promise.all([host.close(), other.close()]))
beforeEach(() => {
  host.users.set('ada', PASSWORD).set('x-access-token', TOKEN)
})

const { test } = acceptance({
  SECRETS_KEY: 'a key that seals secrets in the tests',
  FETCH_ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
})

const basic = (password = PASSWORD) => ({ type: 'basic', username: 'ada', password }) as const
const website = (given: Partial<SourceInput> = {}): SourceInput => ({
  name: 'Behind a password',
  settings: { type: 'website', url: `${host.origin}/` },
  credential: basic(),
  ...given,
})
const repository = (given: Partial<SourceInput> = {}): SourceInput => ({
  name: 'Private repository',
  settings: {
    type: 'git',
    repository: `${host.origin}/docs.git`,
    page_url: 'https://docs.example.com/{path}',
  },
  credential: { type: 'token', token: TOKEN },
  ...given,
})

const firstSync = async (service: Service, id: string, source: SourceInput) => {
  const created = await service.admin.sources.create(id, source)
  const sync = await untilSynced(service, id, created.id, created.last_sync?.id ?? '')
  return { source: created, sync }
}

const found = async ({ client }: Pick<Knowledge, 'client'>) =>
  (await client.search({ query: 'How often does the lamp turn?' })).results.length

test('a site behind a password is connected, changed, and refused when the password ends', async ({
  service,
  knowledge,
}) => {
  const { admin } = service
  const { knowledgeBaseId: id } = knowledge
  await expect(
    admin.sources.create(id, website({ credential: basic(WRONG) })),
  ).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringMatching(/^Signing in failed, so nothing was saved: .*status 401/),
  })
  expect((await admin.sources.list(id)).sources.filter(({ type }) => type !== 'api')).toEqual([])

  const { source, sync } = await firstSync(service, id, website())
  expect(source).toMatchObject({
    visibility: 'restricted',
    credential: { type: 'basic', signed_in_as: 'ada', origin: host.origin },
  })
  expect(sync).toMatchObject({ state: 'completed', counts: { added: 2, indexed: 2, failed: 0 } })
  // What was private did not become public by connecting it.
  expect(await found(knowledge)).toBe(0)

  const put = (password: string) =>
    admin.sources.putCredential(id, source.id, { credential: basic(password) })
  await expect(put(WRONG)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect((await syncNow(service, id, source.id)).state).toBe('completed')
  host.users.set('ada', RENEWED)
  expect(await put(RENEWED)).toMatchObject({ type: 'basic', signed_in_as: 'ada', needed: true })
  expect((await syncNow(service, id, source.id)).state).toBe('completed')

  host.users.delete('ada')
  const refused = await syncNow(service, id, source.id)
  expect(refused).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/refuses what the source signs in with \(status 401\)/),
    counts: { gone: 0 },
  })
  expect((await admin.sources.get(id, source.id)).documents).toBe(2)

  await admin.sources.removeCredential(id, source.id)
  expect((await admin.sources.get(id, source.id)).credential).toBeNull()
})

test('a private repository is read with a token, and no document is lost when it is revoked', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId: id } = knowledge
  const bad = repository({ credential: { type: 'token', token: WRONG } })
  await expect(service.admin.sources.create(id, bad)).rejects.toThrow(/status 401/)
  const { source, sync } = await firstSync(service, id, repository())
  expect(source.credential).toMatchObject({ type: 'token', signed_in_as: 'x-access-token' })
  expect(sync).toMatchObject({ state: 'completed', counts: { added: 1, indexed: 1 } })
  host.users.delete('x-access-token')
  expect(await syncNow(service, id, source.id)).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/refuses what the source signs in with/),
  })
  expect((await service.admin.sources.get(id, source.id)).documents).toBe(1)
  await expect(
    service.admin.sources.putCredential(id, source.id, { credential: basic() }),
  ).rejects.toThrow(/must be one of token/)
})

test('private pages are shown to everyone only where the request says so', async ({
  service,
  knowledge,
}) => {
  const { admin } = service
  const { knowledgeBaseId: id } = knowledge
  const refused = { code: 'BAD_REQUEST', details: [{ path: 'open_private_pages' }] }
  const create = (given: Partial<SourceInput>) =>
    admin.sources.create(id, website({ sync: false, ...given }))
  const open: Partial<SourceInput>[] = [
    { visibility: 'public' },
    { visibility: 'unlisted' },
    { visibility_rules: [{ path: '/open/**', visibility: 'public' }] },
  ]
  for (const given of open) {
    await expect(create(given)).rejects.toMatchObject(refused)
  }
  // The public key of the knowledge base reads every group.
  const { id: staff } = await admin.groups.create(id, { name: 'Staff' })
  await expect(create({ group_id: staff, visibility: 'unlisted' })).rejects.toMatchObject(refused)
  expect(await create({ group_id: staff })).toMatchObject({ visibility: 'restricted' })

  const shown = await create({ visibility: 'public', open_private_pages: true })
  await syncNow(service, id, shown.id)
  expect(await found(knowledge)).toBeGreaterThan(0)

  const closed = await create({})
  await expect(admin.sources.change(id, closed.id, { visibility: 'public' })).rejects.toMatchObject(
    refused,
  )
  expect(await admin.sources.change(id, closed.id, { name: 'Renamed' })).toMatchObject({
    visibility: 'restricted',
    credential_dropped: false,
  })
  const patch = { visibility: 'public', open_private_pages: true } as const
  expect(await admin.sources.change(id, closed.id, patch)).toMatchObject({ visibility: 'public' })

  // A source that everyone reads already may not begin to bring private pages unnoticed.
  const { id: plain } = await admin.sources.create(id, {
    name: 'Open',
    settings: { type: 'website', url: `${host.origin}/` },
    sync: false,
  })
  const given = { credential: basic() }
  await expect(admin.sources.putCredential(id, plain, given)).rejects.toMatchObject(refused)
  await admin.sources.putCredential(id, plain, { ...given, open_private_pages: true })
})

test('in a group that no public key reads private pages are unlisted', async ({
  service,
  knowledge,
}) => {
  const { admin } = service
  const { knowledgeBaseId: id } = knowledge
  const { id: staff } = await admin.groups.create(id, { name: 'Staff' })
  const { id: open } = await admin.groups.create(id, { name: 'Open' })
  for (const key of (await admin.keys.list(id)).keys) await admin.keys.revoke(id, key.id)
  await createPublicKey(admin, id, [open])
  const { source } = await firstSync(service, id, website({ group_id: staff }))
  expect(source).toMatchObject({ visibility: 'unlisted', group_id: staff })
  await expect(admin.sources.change(id, source.id, { visibility: 'public' })).rejects.toThrow(
    /open_private_pages/,
  )
  await expect(admin.sources.change(id, source.id, { group_id: open })).rejects.toThrow(
    /open_private_pages/,
  )
  await expect(admin.sources.change(id, source.id, { group_id: null })).rejects.toThrow(
    /open_private_pages/,
  )
})

test('a source that moves to another origin loses its credential, and the reply says so', async ({
  service,
  knowledge,
}) => {
  const { admin } = service
  const { knowledgeBaseId: id } = knowledge
  const source = await admin.sources.create(id, website({ sync: false }))
  const moveTo = (url: string) =>
    admin.sources.change(id, source.id, { settings: { type: 'website', url } })
  expect(await moveTo(`${host.origin}/lamp`)).toMatchObject({
    credential: { signed_in_as: 'ada' },
    credential_dropped: false,
  })
  expect(await moveTo(`${other.origin}/`)).toMatchObject({
    credential: null,
    credential_dropped: true,
  })
  await syncNow(service, id, source.id)
  expect(other.requests.length).toBeGreaterThan(0)
  expect(other.requests.filter(({ headers }) => /authorization/i.test(headers))).toEqual([])
})

test('no credential is in a table, a log line, an error, an export or an audit row', async ({
  service,
  knowledge,
  database,
}) => {
  const { admin } = service
  const { knowledgeBaseId: id, workspaceId } = knowledge
  const cookie = { type: 'cookie', value: `session=${TOKEN}` } as const
  const header = { type: 'header', name: 'X-Api-Key', value: TOKEN } as const
  const { source } = await firstSync(service, id, website())
  const git = await firstSync(service, id, repository())
  await admin.sources.preview(id, {
    settings: { type: 'website', url: `${host.origin}/` },
    credential: basic(),
  })
  const seen: unknown[] = []
  for (const credential of [
    basic(WRONG),
    cookie,
    header,
    { ...basic(PASSWORD), password: [PASSWORD] },
    { ...basic(), extra: PASSWORD },
    PASSWORD,
    { type: PASSWORD },
  ]) {
    const path = adminPath(id, `sources/${source.id}/credential`)
    const { status, body } = await send(service, path, {
      method: 'PUT',
      json: { credential },
      headers: asOperator,
    })
    expect(status).toBe(400)
    seen.push(body)
  }
  host.users.clear()
  for (const { id: failing } of [source, git.source]) {
    expect((await syncNow(service, id, failing)).state).toBe('failed')
  }
  seen.push(await admin.sources.list(id), await admin.syncs.list(id, source.id))
  seen.push(await admin.sources.pages(id, source.id))
  await admin.sources.removeCredential(id, source.id)
  await admin.sources.remove(id, source.id)
  const { events } = await admin.audit.list(workspaceId)
  seen.push(events)
  expect(events.filter(({ action }) => action.startsWith('source_credential.'))).toMatchObject([
    {
      action: 'source_credential.delete',
      target: source.id,
      changes: [
        { field: 'type', from: 'basic' },
        { field: 'signed_in_as', from: 'ada' },
        { field: 'origin', from: host.origin },
      ],
    },
    { action: 'source_credential.put', target: git.source.id },
    {
      action: 'source_credential.put',
      target: source.id,
      changes: [
        { field: 'type', to: 'basic' },
        { field: 'signed_in_as', to: 'ada' },
        { field: 'origin', to: host.origin },
      ],
    },
  ])
  const csv = await send(service, `/api/v1/admin/workspaces/${workspaceId}/audit.csv`, {
    headers: asOperator,
  })
  const cli = await runAsOperator(service, ['sources', 'list', '--knowledge-base', id])
  seen.push(csv.body, csv.text, cli, service.log, service.complaints(), await everyRow(database))
  const text = JSON.stringify(seen)
  expect(text).toContain('source_credentials')
  for (const secret of SECRETS) expect(text.includes(secret), secret).toBe(false)
  // They were sent, so that there was something to find.
  const sent = JSON.stringify(host.requests)
  expect(sent).toContain(Buffer.from(`ada:${PASSWORD}`).toString('base64'))
})

/** As written, as sent and as PostgreSQL shows bytes. */
const SECRETS = [PASSWORD, RENEWED, WRONG, TOKEN].flatMap((secret) => {
  const user = secret === TOKEN ? 'x-access-token' : 'ada'
  const forms = [
    secret,
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(`${user}:${secret}`).toString('base64'),
  ]
  return [...forms, ...forms.map((form) => Buffer.from(form).toString('hex'))]
})

async function everyRow(database: TestDatabase): Promise<Record<string, unknown>> {
  const tables = await readRows<{ name: string }>(
    database,
    `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`,
  )
  const rows: Record<string, unknown> = {}
  for (const { name } of tables) {
    rows[name] = await readRows(database, `select t::text from ${name} t`)
  }
  return rows
}
