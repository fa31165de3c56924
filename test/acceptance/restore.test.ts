import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { acceptance, steeredBy } from '../support/acceptance.ts'
import { ask, takeLast, readText } from '../support/ask.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { clientFor, createKnowledge, putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { CLI, KEY_MAKING, startService } from '../support/service.ts'
import { startEmptyPostgres } from '../support/store/own-postgres.ts'
import { getAdminUrl, withDatabase } from '../support/store/services.ts'
import { sendSearch } from './support/wire.ts'

const { test } = acceptance()

const GUIDE = join(import.meta.dirname, '../../docs/guides/operations.md')
const url = (name: string) => `https://docs.example.com/${name}`

/** The commands of the guide, in their order; not those that do the same in a container. */
async function readCommands(): Promise<string[]> {
  const [, section = ''] = (await readFile(GUIDE, 'utf8')).split('## Back up and restore')
  const blocks = [...section.matchAll(/^```sh\n(.+?)^```$/gms)].map(([, commands = '']) => commands)
  return blocks.filter((commands) => !commands.startsWith('docker compose '))
}

/** As somebody types them, all of what they print in one text; the last one's exit code counts. */
async function type(commands: string, cwd: string, env: Record<string, string>): Promise<string> {
  const script = `exec 2>&1\nfootnote() { ${process.execPath} ${CLI} "$@"; }\n${commands}`
  const settings = { PATH: process.env['PATH'], ...env }
  try {
    const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', script], {
      cwd,
      env: settings,
    })
    return stdout
  } catch (error) {
    const { stdout } = error as { stdout?: string }
    throw new Error(`These commands failed: ${commands}\nThey printed: ${stdout}`, { cause: error })
  }
}

/** All that a reader gets, without what differs from one question to the next. */
async function whatReadersGet(service: Service, knowledge: Knowledge) {
  const asked = await ask(service, knowledge, { query: 'How hot is the kiln?' })
  const { covered, citations } = takeLast(asked)
  const search = await sendSearch(service, knowledge, { query: 'kiln' })
  const client = clientFor(service, knowledge.knowledgeBaseId, knowledge.clientKey)
  const related = await client.related({ query: 'kiln' })
  return { text: readText(asked), covered, citations, search: search.body, related }
}

test('a backup, restored into an empty server by the guide, answers as before', async ({
  service,
  database,
  embeddings,
}) => {
  const [ours, theirs] = [await createKnowledge(service), await createKnowledge(service, 'Theirs')]
  await putPages(service, ours.knowledgeBaseId, [
    { url: url('kiln'), content: '# Kiln\n\nThe kiln fires clay at 1,000 degrees.' },
    {
      url: url('secret'),
      content: '# Kiln prices\n\nThe kiln costs 900.',
      visibility: 'restricted',
    },
  ])
  await putPages(service, theirs.knowledgeBaseId, [
    { url: url('glaze'), content: '# Kiln\n\nTheir kiln is for glazes, and is secret.' },
  ])
  const revoked = await service.admin.keys.create(ours.knowledgeBaseId, {
    name: 'revoked',
    kind: 'public',
  })
  await service.admin.keys.revoke(ours.knowledgeBaseId, revoked.id)
  const before = await whatReadersGet(service, ours)
  expect(before).toMatchObject({ covered: true, citations: [{ url: url('kiln#kiln') }] })

  const folder = await mkdtemp(join(tmpdir(), 'footnote-backup-'))
  await using server = await startEmptyPostgres()
  try {
    const [backUp = '', restore = ''] = await readCommands()
    await type(backUp, folder, { SUPERUSER_DATABASE_URL: getAdminUrl(database) })
    const restoredUrl = new URL(
      withDatabase(server.url, new URL(database.ownerUrl).pathname.slice(1)),
    )
    const { username, password } = new URL(database.ownerUrl)
    Object.assign(restoredUrl, { username, password })
    const settings = {
      DATABASE_URL: restoredUrl.href,
      KEY_PEPPER: KEY_MAKING.pepper,
      ...steeredBy(embeddings),
    }
    const said = await type(restore, folder, { ...settings, NEW_SUPERUSER_URL: server.url })
    expect(said).toContain('The database is up to date.')
    expect(said).not.toMatch(/^problem/m)

    await using restored = await startService({
      databaseUrl: restoredUrl.href,
      env: steeredBy(embeddings),
    })
    expect(await whatReadersGet(restored, ours)).toEqual(before)
    const withRevoked = { ...ours, clientKey: revoked.client_key ?? '' }
    const refused = await sendSearch(restored, withRevoked, { query: 'kiln' })
    expect(refused.status).toBe(401)
    const foreign = { knowledgeBaseId: theirs.knowledgeBaseId, clientKey: ours.clientKey }
    expect((await sendSearch(restored, foreign, { query: 'kiln' })).status).toBe(403)
    const { body } = await sendSearch(restored, theirs, { query: 'kiln' })
    expect(body).toMatchObject({ results: [{ document: { url: url('glaze') } }], count: 1 })
    // It is more than a picture: what is new is indexed.
    await putPages(restored, ours.knowledgeBaseId, [
      { url: url('wheel'), content: '# Wheel\n\nThe wheel turns at 200 rounds a minute.' },
    ])
    const found = await clientFor(restored, ours.knowledgeBaseId, ours.clientKey).search({
      query: 'wheel',
    })
    expect(found.results[0]?.document.url).toBe(url('wheel'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
