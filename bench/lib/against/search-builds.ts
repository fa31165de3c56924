import { execFileSync } from 'node:child_process'
import { createAdminClient } from '@footnote/client/admin'
import { createKnowledge, untilIndexed } from '../../../test/support/knowledge.ts'
import type { Service } from '../../../test/support/service.ts'
import { ADMIN_TOKEN, startService } from '../../../test/support/service.ts'
import { putTogether } from '../data/put-together.ts'
import { runSql, superuserUrl } from '../database.ts'
import type { SearchService } from '../load/search-service.ts'
import type { JudgedSet } from '../sets/sets.ts'
import { cpuMs } from './process-cpu.ts'

/** A build of the service, and the database it is served from. */
export type Build = { cli: string; databaseUrl: string; env: Record<string, string> }

export type Filled = { knowledgeBaseId: string; clientKey: string; passages: number }

const INDEXING_TIMEOUT_MS = 3_600_000

export function migrateWith({ cli, databaseUrl }: Build): void {
  execFileSync(process.execPath, [cli, 'migrate'], {
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Puts the set into a build's own database over its admin API. */
export async function fill(build: Build, set: JudgedSet): Promise<Filled> {
  await using service = withoutChecks(await startService(build))
  const { knowledgeBaseId, clientKey } = await createKnowledge(service)
  const passages = await putSet(service, knowledgeBaseId, set)
  await service.stop()
  return { knowledgeBaseId, clientKey, passages }
}

/** Puts the set over the admin API and waits until it is indexed. Returns how many passages it has. */
export async function putSet(
  service: Service,
  knowledgeBaseId: string,
  set: JudgedSet,
): Promise<number> {
  const { admin } = service
  await putTogether(admin, knowledgeBaseId, set)
  await untilIndexed(service, knowledgeBaseId, INDEXING_TIMEOUT_MS)
  return (await admin.documents.summary(knowledgeBaseId)).passages
}

/** Another commit's replies need not fit this contract. */
export const withoutChecks = (service: Service): Service => ({
  ...service,
  admin: createAdminClient({ baseUrl: service.baseUrl, token: ADMIN_TOKEN }),
})

/** The same rows under another name, for another build's migrations. */
export async function copyDatabase(ownerUrl: string, name: string): Promise<string> {
  const url = new URL(ownerUrl)
  const administration = new URL(superuserUrl(ownerUrl))
  administration.pathname = '/postgres'
  const source = url.pathname.slice(1)
  await runSql(
    administration.href,
    `create database ${name} template ${source} owner ${url.username}`,
  )
  url.pathname = `/${name}`
  return url.href
}

/** From now until it is called: the CPU time of the server's processes for one database. */
export async function watchBackends(databaseUrl: string): Promise<() => Promise<number>> {
  const times = async () =>
    new Map((await backendsOf(databaseUrl)).map((id) => [id, cpuMs([id])] as const))
  const before = await times()
  return async () => {
    let spentMs = 0
    for (const [id, ms] of await times()) spentMs += ms - (before.get(id) ?? 0)
    return spentMs
  }
}

/** Process ids of the server's processes for one database. */
async function backendsOf(databaseUrl: string): Promise<number[]> {
  const administration = new URL(superuserUrl(databaseUrl))
  administration.pathname = '/postgres'
  const rows = await runSql<{ pid: number }>(
    administration.href,
    'select pid from pg_stat_activity where datname = $1',
    [new URL(databaseUrl).pathname.slice(1)],
  )
  return rows.map(({ pid }) => pid)
}

export const searchOf = (
  { baseUrl }: Service,
  { knowledgeBaseId, clientKey }: Filled,
): Pick<SearchService, 'url' | 'headers'> => ({
  url: `${baseUrl}/api/v1/public/knowledge-bases/${knowledgeBaseId}/search`,
  headers: { 'x-client-key': clientKey, 'content-type': 'application/json' },
})
