import { setTimeout as sleep } from 'node:timers/promises'
import type { Sync } from '@footnote/client/admin'
import { startDocsSite } from '../test/fakes/docs-site.ts'
import type { SitePage } from '../test/fakes/docs-site-html.ts'
import type { DocsSite } from '../test/fakes/docs-site.ts'
import type { Knowledge, PageInput } from '../test/support/knowledge.ts'
import { createKnowledge, putPages } from '../test/support/knowledge.ts'
import type { Service } from '../test/support/service.ts'
import { startService } from '../test/support/service.ts'
import { withDatabase } from './lib/database.ts'
import { everyNth } from './lib/every-nth.ts'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import type { BenchOptions } from './lib/options.ts'
import { percentile } from '../server/src/evaluations/metrics/ranking-metrics.ts'
import { readSet } from './lib/sets/sets.ts'
import { searchInProcess } from './lib/load/search-process.ts'
import { withSuppliedVectors } from './lib/data/with-supplied-vectors.ts'
import { printTable } from './lib/table.ts'

const SIZE = {
  full: { pages: 1_000, readers: 200, edits: 50, removals: 20, moves: 5, quietSeconds: 30 },
  short: { pages: 80, readers: 20, edits: 5, removals: 3, moves: 2, quietSeconds: 8 },
}
const SEARCHES_PER_SECOND = 10
const WARM_UP_MS = 3_000
const SYNC_TIMEOUT_MS = 1_800_000

/**
 * A realistic documentation site on this machine, read by three syncs: the first,
 * one with nothing new, and one after edits, deletions and moves. Readers search another knowledge
 * base meanwhile.
 */
export async function run(options: BenchOptions): Promise<Figures> {
  const set = await readSet(options.dataDir, 'k8s_docs')
  if (!set) return { skipped: `no k8s_docs in ${options.dataDir}` }
  const size = options.short ? SIZE.short : SIZE.full
  const documents = everyNth(set.documents, size.pages + size.readers)
  const pages = documents.slice(0, size.pages).map(({ url, title, content }): SitePage => ({
    path: new URL(url).pathname,
    title,
    markdown: content,
  }))
  const others = documents
    .slice(size.pages)
    .map(({ url, title, content }) => ({ url, title, content }))
  const together = await withScene(['all'], { pages, others, size }, syncThrice)
  const apart = await withScene(['api', 'worker'], { pages, others, size }, syncFirst)
  const figures = { ...together, ...apart }
  print(figures)
  return figures
}

type Setting = Pick<Scene, 'pages' | 'size'> & { others: readonly PageInput[] }

/** Starts the site, the service in so many processes, and a knowledge base that readers search. */
async function withScene<Result>(
  [command, ...more]: readonly ['all'] | readonly ['api', 'worker'],
  { pages, others, size }: Setting,
  work: (scene: Scene) => Promise<Result>,
): Promise<Result> {
  const site = await startDocsSite(pages)
  try {
    return await withSuppliedVectors((supplied) =>
      withDatabase(async ({ ownerUrl }) => {
        const env = { ...supplied.env, FETCH_ALLOWED_PRIVATE_HOSTS: new URL(site.origin).host }
        const start = (each: 'all' | 'api' | 'worker') =>
          startService({ databaseUrl: ownerUrl, command: each, env })
        await using service = await start(command)
        await using started = new AsyncDisposableStack()
        for (const each of more) started.use(await start(each))
        const readers = await createKnowledge(service, 'Readers')
        await putPages(service, readers.knowledgeBaseId, others)
        return await work({ service, readers, site, pages, size, supplied })
      }),
    )
  } finally {
    await site.close()
  }
}

type Scene = {
  service: Service
  readers: Knowledge
  site: DocsSite
  pages: readonly SitePage[]
  size: (typeof SIZE)['full']
  supplied: { embedded(): Promise<number> }
}

/** Reads the site once, before and while readers search. */
async function firstSync(scene: Scene) {
  const { service, site, pages, size } = scene
  const { knowledgeBaseId, client } = await createKnowledge(service, 'Site')
  const questions = pages.slice(0, 50).map(({ title }) => title)
  const quiet = await searching(scene, questions, () => sleep(size.quietSeconds * 1000))
  const source = await service.admin.sources.create(knowledgeBaseId, {
    name: 'Docs',
    settings: { type: 'website', url: `${site.origin}/` },
    sync: false,
  })
  const sync = () => syncOnce(service, knowledgeBaseId, source.id)
  const first = await searching(scene, questions, sync)
  const quietP99 = percentile(quiet.times, 0.99)
  const duringP99 = percentile(first.times, 0.99)
  return {
    client,
    sync,
    first: first.result,
    searchP99QuietMs: rounded(quietP99),
    searchP99DuringSyncMs: rounded(duringP99),
    searchP99Ratio: rounded(duringP99 / quietP99),
    searchesFailed: quiet.failed + first.failed,
  }
}

/** The same with the worker in a process of its own. */
async function syncFirst(scene: Scene) {
  const { first, ...searches } = await firstSync(scene)
  return {
    apartSeconds: first.seconds,
    apartSearchP99QuietMs: searches.searchP99QuietMs,
    apartSearchP99DuringSyncMs: searches.searchP99DuringSyncMs,
    apartSearchP99Ratio: searches.searchP99Ratio,
    apartSearchesFailed: searches.searchesFailed,
  }
}

async function syncThrice(scene: Scene) {
  const { site, pages, size, supplied } = scene
  const { client, sync, first, ...searches } = await firstSync(scene)
  const embeddedByFirst = await supplied.embedded()
  const second = await sync()
  const embeddedBySecond = (await supplied.embedded()) - embeddedByFirst
  const changed = pages.slice(-size.edits - size.removals - size.moves)
  const edited = changed.slice(0, size.edits)
  const removed = changed.slice(size.edits, size.edits + size.removals)
  const moved = changed.slice(size.edits + size.removals)
  for (const { path } of edited) site.edit(path, 'The quokka was added to this page.')
  for (const { path } of removed) site.remove(path)
  for (const { path } of moved) site.move(path, path.replace(/\/$/, '-moved/'))
  const third = await sync()
  const removedUrls = new Set(removed.map(({ path }) => site.origin + path))
  let stillFound = 0
  for (const { title, markdown } of removed) {
    const query = `${title} ${markdown.slice(0, 200)}`.slice(0, 1_000)
    const { results } = await client.search({ query, limit: 50 })
    const { articles } = await client.related({ query })
    const urls = [...results.map(({ document }) => document.url), ...articles.map(({ url }) => url)]
    stillFound += urls.filter((url) => removedUrls.has(url)).length
  }
  return {
    pages: pages.length,
    firstSeconds: first.seconds,
    ...prefixed('first', first.sync),
    secondSeconds: second.seconds,
    secondEmbedded: embeddedBySecond,
    ...prefixed('second', second.sync),
    thirdSeconds: third.seconds,
    ...prefixed('third', third.sync),
    removedStillFound: stillFound,
    ...searches,
  }
}

/** Does the work while readers search, and says how long their searches took. */
async function searching<Result>(
  { service, readers }: Scene,
  questions: readonly string[],
  work: () => Promise<Result>,
): Promise<{ result: Result; times: number[]; failed: number }> {
  const url = `${service.baseUrl}/api/v1/public/knowledge-bases/${readers.knowledgeBaseId}/search`
  const headers = { 'x-client-key': readers.clientKey, 'content-type': 'application/json' }
  const order = { service: { url, headers }, questions, perSecond: SEARCHES_PER_SECOND }
  const searches = searchInProcess(order)
  const result = await work()
  const all = await searches.stop()
  // The first ones include the start of the client's process and connections.
  const beganMs = all[0]?.startMs ?? 0
  const observed = all.filter(({ startMs }) => startMs - beganMs > WARM_UP_MS)
  return {
    result,
    times: observed.map(({ milliseconds }) => milliseconds),
    failed: observed.filter(({ failed }) => failed).length,
  }
}

async function syncOnce({ admin }: Service, knowledgeBaseId: string, sourceId: string) {
  const startMs = performance.now()
  const { id } = await admin.syncs.start(knowledgeBaseId, sourceId)
  for (;;) {
    const sync = await admin.syncs.get(knowledgeBaseId, sourceId, id)
    const elapsedMs = performance.now() - startMs
    if (sync.ended_at !== null) return { sync, seconds: rounded(elapsedMs / 1000) }
    if (elapsedMs > SYNC_TIMEOUT_MS) throw new Error(`The sync is still ${sync.state}`)
    await sleep(200)
  }
}

const prefixed = (name: string, { state, counts }: Sync) => ({
  [`${name}State`]: state,
  ...Object.fromEntries(
    Object.entries(counts).map(([key, count]) => [
      `${name}${key.charAt(0).toUpperCase()}${key.slice(1)}`,
      count,
    ]),
  ),
})

function print(figures: Record<string, string | number>): void {
  const names = ['found', 'added', 'changed', 'moved', 'unchanged', 'gone', 'skipped', 'failed']
  const row = (sync: string) => [
    sync,
    figures[`${sync}State`] ?? '',
    figures[`${sync}Seconds`] ?? '',
    ...names.map((name) => figures[`${sync}${name.charAt(0).toUpperCase()}${name.slice(1)}`] ?? ''),
  ]
  printTable(
    `Three syncs of a site of ${figures['pages']} pages`,
    ['sync', 'state', 'seconds', ...names],
    [row('first'), row('second'), row('third')],
  )
  printTable(
    'Readers and deletions',
    ['figure', 'value', 'goal'],
    [
      ['passages embedded by the second sync', figures['secondEmbedded'] ?? '', 0],
      ['deleted pages found after the third', figures['removedStillFound'] ?? '', 0],
      ['p99 of a search, nothing else going on, ms', figures['searchP99QuietMs'] ?? '', ''],
      ['p99 of a search, during the first sync, ms', figures['searchP99DuringSyncMs'] ?? '', ''],
      ['share', figures['searchP99Ratio'] ?? '', 1.5],
      ['searches that failed', figures['searchesFailed'] ?? '', 0],
      ['worker apart: nothing else going on, ms', figures['apartSearchP99QuietMs'] ?? '', ''],
      ['worker apart: during the sync, ms', figures['apartSearchP99DuringSyncMs'] ?? '', ''],
      ['worker apart: share', figures['apartSearchP99Ratio'] ?? '', 1.5],
      ['worker apart: searches that failed', figures['apartSearchesFailed'] ?? '', 0],
    ],
  )
}
