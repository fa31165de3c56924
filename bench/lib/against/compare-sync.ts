import { setTimeout as sleep } from 'node:timers/promises'
import { startDocsSite } from '../../../test/fakes/docs-site.ts'
import { everyNth } from '../every-nth.ts'
import type { Figures } from '../figures.ts'
import type { BenchOptions } from '../options.ts'
import type { SetDocument } from '../sets/sets.ts'
import { readSet } from '../sets/sets.ts'
import type { Fill } from './compare-ingest.ts'
import { compareFilling } from './compare-ingest.ts'

const SIZE = { full: { rounds: 6, pages: 200 }, short: { rounds: 2, pages: 60 } }
const POLL_MS = 200

/** A website read by first syncs of an older build and of this one, each page a document. */
export async function compareSync(options: BenchOptions, commit: string): Promise<Figures> {
  const set = await readSet(options.dataDir, 'k8s_docs')
  if (!set) return { skipped: `no k8s_docs in ${options.dataDir}` }
  const size = options.short ? SIZE.short : SIZE.full
  const documents = everyNth(set.documents, options.pages ?? size.pages)
  await using sites = openSites()
  return compareFilling(commit, {
    title: 'First syncs',
    set: { ...set, documents },
    rounds: size.rounds,
    fill: sites.fill,
    env: { FETCH_ALLOWED_PRIVATE_HOSTS: '127.0.0.1,localhost' },
  })
}

/** One site for each number of pages, the same for both builds, so that both store the same addresses. */
function openSites(): { fill: Fill } & AsyncDisposable {
  const sites = new Map<number, ReturnType<typeof startDocsSite>>()
  const siteOf = (documents: readonly SetDocument[]) => {
    const pages = documents.map(({ url, title, content }) => ({
      path: new URL(url).pathname,
      title,
      markdown: content,
    }))
    const site = sites.get(pages.length) ?? startDocsSite(pages, [])
    sites.set(pages.length, site)
    return site
  }
  return {
    fill: async ({ admin }, knowledgeBaseId, documents) => {
      const { origin } = await siteOf(documents)
      const { id: sourceId } = await admin.sources.create(knowledgeBaseId, {
        name: origin,
        settings: { type: 'website', url: `${origin}/` },
        sync: false,
      })
      const { id } = await admin.syncs.start(knowledgeBaseId, sourceId)
      for (;;) {
        const { state } = await admin.syncs.get(knowledgeBaseId, sourceId, id)
        if (state === 'completed') break
        if (state !== 'queued' && state !== 'running') throw new Error(`The sync ended as ${state}`)
        await sleep(POLL_MS)
      }
      return (await admin.documents.summary(knowledgeBaseId)).passages
    },
    async [Symbol.asyncDispose]() {
      for (const site of sites.values()) await (await site).close()
    },
  }
}
