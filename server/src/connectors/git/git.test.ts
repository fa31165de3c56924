import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { GitSettings } from '@footnote/contract/admin/source-settings'
import type { Connector, FetchOutcome } from '../connector.ts'
import { createGitConnector } from './git.ts'
import { crawl, listAll } from '../testing/crawl.ts'
import { createTestRepository, serveGit } from '../testing/git-server.ts'
import type { TestRepository } from '../testing/git-server.ts'
import { startTestSite } from '../testing/test-site.ts'
import type { Pages, TestSite } from '../testing/test-site.ts'

let site: TestSite
let repository: TestRepository
let cacheFolder = ''
let sentBytes = 0

beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  repository = await createTestRepository()
  cacheFolder = await mkdtemp(join(tmpdir(), 'footnote-cache-'))
  site.pages = servedPages(serveGit(repository.folder, '/docs.git'))
  sentBytes = 0
  site.requests.length = 0
})
afterEach(async () => {
  await repository.remove()
  await rm(cacheFolder, { recursive: true, force: true })
})
afterAll(() => site.close())

/** Git's server below /docs.git, with a count of what it sends. */
function servedPages(serve: ReturnType<typeof serveGit>): Pages {
  const answer: Pages[string] = (request, response) => {
    const write = response.write.bind(response)
    response.write = (body: unknown) => {
      sentBytes += body instanceof Uint8Array ? body.length : 0
      return write(body)
    }
    serve(request, response)
  }
  const isServed = (path: string | symbol) => String(path).startsWith('/docs.git/')
  return new Proxy<Pages>({}, { get: (_, path) => (isServed(path) ? answer : undefined) })
}

function connect(
  settings: Partial<GitSettings> = {},
  localFolders: string[] = [],
  sourceId = 'source',
): Connector {
  return createGitConnector(
    GitSettings.parse({
      type: 'git',
      repository: `${site.origin}/docs.git`,
      page_url: 'https://docs.example.org/{path}',
      ...settings,
    }),
    {
      sourceId,
      fetchPage: site.fetcher.fetchPage,
      signsIn: false,
      cacheFolder,
      localFolders,
      maxFileBytes: 1_000_000,
    },
  )
}
const keys = async (connector: Connector): Promise<string[]> =>
  (await listAll(connector)).map(({ key }) => key).toSorted()
const local = (): [Partial<GitSettings>, string[]] => [
  { repository: repository.folder },
  [dirname(repository.folder)],
]

const FILES = {
  'README.md': '# Docs',
  'guide/setup.md': '# Set up',
  'guide/page.mdx': '# Page',
  'guide/table.csv': 'a,b',
  'src/code.ts': 'export const a = 1',
  'picture.png': 'png',
  '.github/notes.md': 'hidden',
  'node_modules/x/README.md': 'not ours',
}

test.each(['over HTTP', 'by its path'])(
  'the documents of a repository are read %s',
  async (how) => {
    await repository.commit(FILES)
    const connector = how === 'over HTTP' ? connect() : connect(...local())
    expect(await keys(connector)).toEqual([
      'README.md',
      'guide/page.mdx',
      'guide/setup.md',
      'guide/table.csv',
    ])
    const outcomes = await crawl(connector)
    expect(outcomes.get('guide/setup.md')).toMatchObject({
      kind: 'fetched',
      page: {
        url: 'https://docs.example.org/guide/setup',
        content: '# Set up',
        contentType: 'text/markdown',
      },
    })
    expect(outcomes.get('README.md')).toMatchObject({ page: { url: 'https://docs.example.org/' } })
  },
)

test('the version of a file is its blob, so a file that did not change keeps it', async () => {
  await repository.commit(FILES)
  const before = new Map((await listAll(connect())).map(({ key, version }) => [key, version]))
  expect(before.get('guide/setup.md')).toBe(
    await repository.git('rev-parse', 'HEAD:guide/setup.md'),
  )
  await repository.commit({ 'guide/setup.md': '# Changed', 'README.md': null, 'new.md': 'new' })
  const after = new Map((await listAll(connect())).map(({ key, version }) => [key, version]))
  expect(after.get('guide/page.mdx')).toBe(before.get('guide/page.mdx'))
  expect(after.get('guide/setup.md')).not.toBe(before.get('guide/setup.md'))
  expect([after.has('README.md'), after.has('new.md')]).toEqual([false, true])
})

test('only what changed is sent, and nothing where nothing did', async () => {
  const noise = Array.from({ length: 20_000 }, (_, index) => (index * 7_919) % 9_973).join()
  await repository.commit({ 'large.md': noise, 'a.md': 'a' })
  await listAll(connect())
  const first = sentBytes
  expect(first).toBeGreaterThan(5_000)
  await repository.commit({ 'a.md': 'b' })
  sentBytes = 0
  await crawl(connect())
  expect(sentBytes).toBeLessThan(first / 2)
  site.requests.length = 0
  await listAll(connect())
  expect(site.requests).toHaveLength(1)
})

test('a cache that is lost or half written costs a fetch and nothing else', async () => {
  await repository.commit(FILES)
  await listAll(connect())
  const [name = ''] = await readdir(cacheFolder)
  await rm(join(cacheFolder, name, 'objects'), { recursive: true })
  expect(await keys(connect())).toHaveLength(4)
  await rm(cacheFolder, { recursive: true })
  expect(await keys(connect())).toHaveLength(4)
})

test('a file is not gone because the cache was removed, and the next try has it', async () => {
  await repository.commit(FILES)
  const connector = connect()
  await listAll(connector)
  await rm(cacheFolder, { recursive: true })
  const page = { key: 'guide/setup.md', version: null, validators: null }
  const { signal } = new AbortController()
  await expect(connector.fetch(page, signal)).rejects.toThrow('deleted while it was being read')
  expect(await connector.fetch(page, signal)).toMatchObject({ page: { content: '# Set up' } })
})

test('each source has a cache of its own', async () => {
  await repository.commit(FILES)
  await listAll(connect())
  await listAll(connect({}, [], 'other'))
  expect(await readdir(cacheFolder)).toHaveLength(2)
})

test('another worker fetches a page by its version, though it did not list it', async () => {
  await repository.commit(FILES)
  const [page] = await listAll(connect({ include: ['guide/setup.md'] }))
  const known = { key: '', version: null, ...page, validators: null }
  await rm(cacheFolder, { recursive: true })
  const { signal } = new AbortController()
  expect(await connect().fetch(known, signal)).toMatchObject({ page: { content: '# Set up' } })
  await repository.commit({ 'guide/setup.md': null })
  await rm(cacheFolder, { recursive: true })
  expect(await connect().fetch(known, signal)).toMatchObject({ kind: 'gone' })
})

test('branch, folder and patterns choose the files', async () => {
  await repository.commit(FILES)
  await repository.git('checkout', '--quiet', '-b', 'next')
  await repository.commit({ 'guide/next.md': 'next' })
  await repository.git('checkout', '--quiet', 'main')
  expect(await keys(connect({ branch: 'next', folder: '/guide/', exclude: ['**/*.csv'] }))).toEqual(
    ['guide/next.md', 'guide/page.mdx', 'guide/setup.md'],
  )
  const found = await listAll(connect({ exclude: ['**/*.csv'] }))
  expect(found.map(({ key, containers }) => [key, containers?.join()])).toEqual([
    ['README.md', 'folder:/'],
    ['guide/page.mdx', 'folder:/guide'],
    ['guide/setup.md', 'folder:/guide'],
  ])
  const { signal } = new AbortController()
  const page = { key: 'guide/setup.md', version: null, validators: null }
  expect(await connect({ folder: 'guide' }).fetch(page, signal)).toMatchObject({
    page: { url: 'https://docs.example.org/setup' },
  })
})

test('links and submodules are not followed', async () => {
  await repository.commit({ 'a.md': 'a', 'passwd.md': '-> /etc/passwd', up: '-> ../../..' })
  expect(await keys(connect())).toEqual(['a.md'])
  expect(await keys(connect(...local()))).toEqual(['a.md'])
})

test('a file that is too large is skipped with the reason', async () => {
  await repository.commit({ 'big.md': 'x'.repeat(1_000_001) })
  const outcome: FetchOutcome | undefined = (await crawl(connect())).get('big.md')
  expect(outcome).toMatchObject({ kind: 'skipped', reason: 'It is larger than 1 MB.' })
})

test.each([
  ['a branch that is not there', { branch: 'nope' }, 'no branch nope'],
  ['a folder that is not there', { folder: 'nope' }, 'no folder nope'],
  ['a branch that is a way out', { branch: '../../x' }, 'no branch'],
])('%s is reported', async (_, settings, words) => {
  await repository.commit(FILES)
  await expect(listAll(connect(settings))).rejects.toThrow(words)
  const [here, folders] = local()
  await expect(listAll(connect({ ...here, ...settings }, folders))).rejects.toThrow(words)
})

test('a URL without a repository, or with an empty one, is reported', async () => {
  const url = (path: string) => ({ repository: site.origin + path })
  await expect(listAll(connect(url('/none.git')))).rejects.toThrow(
    'no public repository at this address (status 404)',
  )
  await expect(listAll(connect())).rejects.toThrow('empty')
  const moved = `${site.origin}/elsewhere.git`
  site.pages = {
    '/page/info/refs?service=git-upload-pack': 'a page',
    '/busy/info/refs?service=git-upload-pack': { status: 503 },
    '/moved/info/refs?service=git-upload-pack': { status: 301, headers: { location: moved } },
  }
  await expect(listAll(connect(url('/page')))).rejects.toThrow('no git repository')
  await expect(listAll(connect(url('/busy')))).rejects.toThrow('status 503')
  await expect(listAll(connect(url('/moved')))).rejects.toThrow(`redirects to ${moved}`)
})

test('a path is read below an allowed folder only, through no link', async () => {
  await repository.commit(FILES)
  const refused = 'below a folder that the operator allows'
  const here = { repository: repository.folder }
  await expect(listAll(connect(here))).rejects.toThrow(refused)
  await expect(listAll(connect(here, ['/nowhere', cacheFolder]))).rejects.toThrow(refused)
  await symlink(repository.folder, join(cacheFolder, 'link'))
  const link = { repository: join(cacheFolder, 'link') }
  await expect(listAll(connect(link, [cacheFolder]))).rejects.toThrow(refused)
  const up = { repository: `${cacheFolder}/../${repository.folder.slice(5)}` }
  await expect(listAll(connect(up, [cacheFolder]))).rejects.toThrow(refused)
  await expect(listAll(connect({ repository: 'docs' }, ['/']))).rejects.toThrow(refused)
  await expect(listAll(connect({ repository: 'file:///etc' }, ['/']))).rejects.toThrow(refused)
})
