import { afterAll, expect } from 'vitest'
import { startGitHubHost } from '../fakes/github-host.ts'
import { startGuardedHost } from '../fakes/guarded-host.ts'
import { acceptance } from '../support/acceptance.ts'
import { runAsOperator } from '../support/run-cli.ts'
import { everyRow } from '../support/store/every-row.ts'
import { syncNow } from '../support/sources.ts'
import {
  basic,
  firstSync,
  fromGitHub,
  LAMP,
  PAGES,
  PASSWORD,
  RENEWED,
  repository,
  SIGNING_IN,
  TOKEN,
  website,
  WRONG,
} from './support/signed-in-sources.ts'
import { adminPath, asOperator, send } from './support/wire.ts'

const host = await startGuardedHost(PAGES, { ada: PASSWORD, 'x-access-token': TOKEN })
await host.commit({ 'lamp.md': LAMP })
const gitHub = await startGitHubHost()
await gitHub.commit({ 'lamp.md': LAMP })
afterAll(() => Promise.all([host.close(), gitHub.close()]))

const { test } = acceptance(SIGNING_IN)

test('no credential is in a table, a log line, an error, an export or an audit row', async ({
  service,
  knowledge,
  database,
}) => {
  const { admin } = service
  const { knowledgeBaseId: id, workspaceId } = knowledge
  const cookie = { type: 'cookie', value: `session=${TOKEN}` } as const
  const header = { type: 'header', name: 'X-Api-Key', value: TOKEN } as const
  const { source } = await firstSync(service, id, website(host))
  const git = await firstSync(service, id, repository(host))
  const app = await firstSync(service, id, fromGitHub(gitHub))
  expect(app.sync.state).toBe('completed')
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
    { action: 'source_credential.put', target: app.source.id },
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
  // Lines of the private key, and the tokens that it got.
  const lines = gitHub.app.private_key.split('\n').filter((line) => line.length > 40)
  const issued = [...gitHub.tokens.keys()]
  expect(Math.min(lines.length, issued.length)).toBeGreaterThan(0)
  for (const secret of [...SECRETS, ...lines, ...lines.map(toHex), ...issued]) {
    expect(text.includes(secret), secret).toBe(false)
  }
  // They were sent, so that there was something to find.
  const sent = JSON.stringify(host.requests)
  expect(sent).toContain(Buffer.from(`ada:${PASSWORD}`).toString('base64'))
})

const toHex = (text: string) => Buffer.from(text).toString('hex')

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
