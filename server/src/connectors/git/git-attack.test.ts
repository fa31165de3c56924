import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GitSettings } from '@footnote/contract/admin/source-settings'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Connector } from '../connector.ts'
import { crawl, listAll } from '../testing/crawl.ts'
import type { TestRepository } from '../testing/git-server.ts'
import { createTestRepository, serveGit, writeTree } from '../testing/git-server.ts'
import type { Pages, TestSite } from '../testing/test-site.ts'
import { startTestSite } from '../testing/test-site.ts'
import { createGitConnector } from './git.ts'

let site: TestSite
let repository: TestRepository
let root = ''

beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  repository = await createTestRepository()
  root = await mkdtemp(join(tmpdir(), 'footnote-attack-'))
})
afterEach(async () => {
  await repository.remove()
  await rm(root, { recursive: true, force: true })
})
afterAll(() => site.close())

const connect = (): Connector =>
  createGitConnector(
    GitSettings.parse({
      type: 'git',
      repository: `${site.origin}/docs.git`,
      page_url: 'https://docs.example.org/{path}',
    }),
    {
      sourceId: 'source',
      fetchPage: site.fetcher.fetchPage,
      signsIn: false,
      cacheFolder: join(root, 'cache'),
      localFolders: [],
      maxFileBytes: 1_000_000,
    },
  )

const serveBelow = (answer: Pages[string]): Pages =>
  new Proxy<Pages>(
    {},
    {
      get: (_, path) => (String(path).startsWith('/docs.git/') ? answer : undefined),
    },
  )

test.each([
  ['40000', '..'],
  ['40000', '.git'],
  ['100644', '../escape.md'],
  ['100644', '/etc/absolute.md'],
  ['100644', '..\\\\escape.md'],
  ['120000', '..'],
])(
  'a tree with %s %s is refused, at the top and below, and nothing is written',
  async (mode, name) => {
    await repository.commit({ 'a.md': '# Safe' })
    const safe = await repository.git('rev-parse', 'HEAD:a.md')
    const inner = await writeTree(repository, [['100644', 'evil.md', safe]])
    const id = mode === '40000' ? inner : safe
    const top = await writeTree(repository, [
      [mode, name, id],
      ['100644', 'a.md', safe],
    ])
    const above = await writeTree(repository, [
      ['100644', 'a.md', safe],
      ['40000', 'docs', top],
    ])
    for (const tree of [top, above]) {
      const commit = await repository.git('commit-tree', tree, '-m', 'attack')
      await repository.git('update-ref', 'refs/heads/main', commit)
      site.pages = serveBelow(serveGit(repository.folder, '/docs.git'))
      await expect(crawl(connect())).rejects.toThrow('has a name that leads out of it')
      expect(await readdir(root)).toEqual(['cache'])
    }
  },
)

const PIECE = Buffer.alloc(1024 * 1024)
/** What is on its way when the other side hangs up: kernel buffers of both ends. */
const UNDER_WAY_BYTES = 32_000_000

test('a pack that does not end is given up at its limit, and the process keeps its memory', async () => {
  await repository.commit({ 'a.md': '# Safe' })
  const serve = serveGit(repository.folder, '/docs.git')
  let sentBytes = 0
  const sendForever = async (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' })
    response.on('error', () => undefined)
    const closed = once(response, 'close')
    response.setMaxListeners(0)
    while (!response.destroyed && sentBytes < 1_000_000_000) {
      sentBytes += PIECE.length
      if (!response.write(PIECE)) await Promise.race([once(response, 'drain'), closed])
    }
  }
  site.pages = serveBelow((request, response) => {
    if (request.method === 'POST') void sendForever(response)
    else serve(request, response)
  })
  const before = process.memoryUsage().rss
  await expect(listAll(connect())).rejects.toThrow('larger than 200 MB')
  expect(sentBytes).toBeLessThan(200_000_000 + UNDER_WAY_BYTES)
  // It is held once, and once more while it is put together.
  expect(process.memoryUsage().rss - before).toBeLessThan(500_000_000)
})
