import { afterAll, expect } from 'vitest'
import { startSlowSite } from '../fakes/slow-site.ts'
import { acceptance } from '../support/acceptance.ts'
import { readRows } from '../support/store/services.ts'
import { runAsOperator } from '../support/run-cli.ts'

const [site, inner] = await Promise.all([startSlowSite(12, 0), startSlowSite(1, 0)])
afterAll(() => Promise.all([site.close(), inner.close()]))

const { test } = acceptance({ FETCH_ALLOWED_PRIVATE_HOSTS: new URL(site.origin).host })

test('a website is looked at without being connected', async ({ service, knowledge, database }) => {
  const { knowledgeBaseId } = knowledge
  const preview = await service.admin.sources.preview(knowledgeBaseId, {
    settings: { type: 'website', url: `${site.origin}/`, exclude: ['/page-1'] },
  })
  expect(preview).toMatchObject({
    reachable: true,
    sitemap: `${site.origin}/sitemap.xml`,
    estimated_pages: 11,
    warnings: [],
  })
  expect(preview.sample).toHaveLength(8)
  expect(preview.sample[0]).toMatchObject({ title: 'Valve 0', state: 'readable', passages: 1 })
  const printed = await runAsOperator(service, [
    'sources',
    'preview',
    `${site.origin}/`,
    '--knowledge-base',
    knowledgeBaseId,
  ])
  expect(printed.stdout).toContain(`About 12 pages, ${site.origin}/sitemap.xml`)
  expect(printed.stdout).toMatch(/readable\s+1\s+http\S+\s+Valve 0/)
  const { sources } = await service.admin.sources.list(knowledgeBaseId)
  expect(sources.filter(({ type }) => type === 'website')).toEqual([])
  const kept = `select (select count(*)::int from documents) as documents,
                       (select count(*)::int from syncs) as syncs`
  expect(await readRows(database, kept)).toEqual([{ documents: 0, syncs: 0 }])
})

test('an address that sources may not reach is not reached here either', async ({
  service,
  knowledge,
}) => {
  const preview = await service.admin.sources.preview(knowledge.knowledgeBaseId, {
    settings: { type: 'website', url: `${inner.origin}/` },
  })
  expect(preview).toMatchObject({ reachable: false, estimated_pages: 0, sitemap: null })
  expect(JSON.stringify(preview)).not.toContain('Valve')
})
