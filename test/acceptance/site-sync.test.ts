import { setTimeout as sleep } from 'node:timers/promises'
import type { Sync, SyncPage } from '@footnote/client/admin'
import { afterAll, expect } from 'vitest'
import { startDocsSite } from '../fakes/docs-site.ts'
import { acceptance } from '../support/acceptance.ts'
import type { Service } from '../support/service.ts'

const WORDS = ['heron', 'plover', 'avocet', 'curlew', 'dunlin', 'godwit', 'knot', 'ruff']
const pages = Array.from({ length: 24 }, (_, index) => ({
  path: `/docs/page-${index}/`,
  title: `${WORDS[index % WORDS.length]} number ${index}`,
  markdown: `## Habits\n\nBird ${index} rests on mudflat${index} at low tide.`,
}))
const site = await startDocsSite(pages, ['/broken/1', '/huge/page'])
afterAll(() => site.close())

const { test } = acceptance({ FETCH_ALLOWED_PRIVATE_HOSTS: new URL(site.origin).host })

// A page that fails is tried three times, with pauses.
async function ended({ admin }: Service, knowledgeBaseId: string, { source_id, id }: Sync) {
  for (;;) {
    const sync = await admin.syncs.get(knowledgeBaseId, source_id, id)
    if (sync.ended_at !== null) return sync
    await sleep(100)
  }
}

const reasons = (found: readonly SyncPage[]) =>
  Object.fromEntries(found.map(({ key, reason }) => [key.replace(site.origin, ''), reason]))

test('a site is read completely, then only what changed; removed pages are no longer found', async ({
  service,
  knowledge,
  embeddings,
}) => {
  const { admin } = service
  const { knowledgeBaseId, client } = knowledge
  const source = await admin.sources.create(knowledgeBaseId, {
    name: 'Docs',
    settings: { type: 'website', url: `${site.origin}/` },
    sync: false,
  })
  const sync = async () =>
    ended(service, knowledgeBaseId, await admin.syncs.start(knowledgeBaseId, source.id))
  const search = async (query: string) =>
    (await client.search({ query, limit: 50 })).results.map(({ document }) => document.url)

  const first = await sync()
  expect(first).toMatchObject({ state: 'completed', counts: { added: 24, failed: 1 } })
  const getReasons = async (state: 'failed' | 'skipped') =>
    reasons((await admin.syncs.pages(knowledgeBaseId, source.id, first.id, { state })).pages)
  expect(await getReasons('failed')).toEqual({ '/broken/1': expect.stringContaining('500') })
  expect(await getReasons('skipped')).toMatchObject({
    '/huge/page': expect.stringContaining('25 MB'),
  })
  expect(await search('mudflat7')).toContain(`${site.origin}/docs/page-7/`)

  const asked = embeddings.requests.length
  const second = await sync()
  expect(second.counts).toMatchObject({ unchanged: 24, added: 0, changed: 0, to_index: 0 })
  expect(site.notModified()).toBe(24)
  expect(embeddings.requests).toHaveLength(asked)

  const before = await admin.documents.list(knowledgeBaseId, { limit: 100 })
  const movedId = before.documents.find(({ url }) => url.endsWith('/page-5/'))?.id
  site.edit('/docs/page-1/', 'The quokka is no bird.')
  site.remove('/docs/page-3/')
  site.move('/docs/page-5/', '/docs/shore/page-5/')
  const third = await sync()
  expect(third).toMatchObject({ state: 'completed', counts: { moved: 1, added: 0 } })
  expect(await search('quokka')).toContain(`${site.origin}/docs/page-1/`)
  expect(await search('Bird 3 rests on mudflat3')).not.toContain(`${site.origin}/docs/page-3/`)
  const { articles } = await client.related({ query: 'Bird 3 rests on mudflat3' })
  expect(articles.map(({ url }) => url)).not.toContain(`${site.origin}/docs/page-3/`)
  const moved = await admin.documents.get(knowledgeBaseId, movedId ?? '')
  expect(moved.url).toBe(`${site.origin}/docs/shore/page-5/`)
})
