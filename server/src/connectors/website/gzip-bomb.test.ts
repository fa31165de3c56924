import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Pages } from '../testing/test-site.ts'
import { links, MAX_PAGE_BYTES, findReason, useWebsite } from '../testing/website-source.ts'

const { connect, crawled } = useWebsite()

/** 64 MB in some 60 kB, which is less than a page may have. */
const BOMB = gzipSync(Buffer.alloc(64_000_000, ' '))
const bombAs = (type: string): Pages[string] => ({
  headers: { 'content-type': type, 'content-encoding': 'gzip' },
  body: BOMB,
})

test('a crawl passes over a gzip bomb and reads what is beside it', async () => {
  expect(BOMB.length).toBeLessThan(MAX_PAGE_BYTES)
  const outcomes = await crawled(
    connect({ '/': links('/bomb', '/fine'), '/bomb': bombAs('text/html'), '/fine': links('/') }),
  )
  expect(findReason(outcomes['/bomb'])).toContain('larger than')
  expect(outcomes['/fine']).toMatchObject({ kind: 'fetched' })
})

test.each(['/robots.txt', '/llms.txt', '/sitemap.xml'])(
  'a bomb in place of %s is reported',
  async (path) => {
    const pages = { '/': links('/fine'), '/fine': links('/'), [path]: bombAs('text/plain') }
    await expect(crawled(connect(pages))).rejects.toThrow(/cannot be read: It is larger than \d+/)
  },
)
