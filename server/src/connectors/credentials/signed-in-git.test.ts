import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SourceSettings } from '@footnote/contract/admin/source-settings'
import type { FetchPage } from '../../platform/network/fetch-page.ts'
import { createConnector } from '../create-connector.ts'
import { listAll } from '../testing/crawl.ts'
import type { TestRepository } from '../testing/git-server.ts'
import { createTestRepository, serveGit } from '../testing/git-server.ts'
import type { Pages, TestSite } from '../testing/test-site.ts'
import { startTestSite } from '../testing/test-site.ts'
import { basic, requestCredential } from './request-credential.ts'

const TOKEN = 'github_pat_otter'
const SENT = basic('x-access-token', TOKEN)

let host: TestSite
let other: TestSite
let repository: TestRepository
let cacheFolder: string
beforeAll(async () => {
  ;[host, other] = await Promise.all([startTestSite(), startTestSite()])
  repository = await createTestRepository()
  await repository.commit({ 'lamp.md': '# Lamp' })
})
beforeEach(async () => {
  cacheFolder = await mkdtemp(join(tmpdir(), 'footnote-cache-'))
  host.requests.length = 0
  other.requests.length = 0
})
afterAll(async () => {
  await Promise.all([host.close(), other.close(), repository.remove()])
  await rm(cacheFolder, { recursive: true })
})

/** Whatever `git` asks for; `answers` come first. */
const serving = (answers: Pages = {}): Pages => {
  const serve = serveGit(repository.folder, '/acme/docs.git')
  const guarded: Pages[string] = (request, response) => {
    if (request.headers.authorization === SENT) serve(request, response)
    else response.writeHead(401).end()
  }
  return new Proxy<Pages>({}, { get: (_, path) => answers[String(path)] ?? guarded })
}

/** This fetch may reach both. */
const fetchPage: FetchPage = (request) =>
  (request.url.startsWith(other.origin) ? other.fetcher : host.fetcher).fetchPage(request)

async function listed(token: string | null = TOKEN): Promise<string[]> {
  const credential =
    token === null
      ? null
      : requestCredential({ type: 'token', token }, { origin: host.origin, type: 'git' })
  const connector = await createConnector(
    SourceSettings.parse({
      type: 'git',
      repository: `${host.origin}/acme/docs.git`,
      page_url: 'https://docs.example.com/{path}',
    }),
    {
      sourceId: 'source',
      fetchPage,
      readCredential: credential && (async () => credential),
      files: { list: async function* () {}, read: async () => null },
      config: {
        userAgent: 'FootnoteBot/0.1',
        maxPageBytes: 100_000,
        gitLocalFolders: [],
        gitCacheFolder: cacheFolder,
        chromiumPath: null,
      },
    },
  )
  return (await listAll(connector)).map(({ key }) => key)
}

const INFO = '/acme/docs.git/info/refs?service=git-upload-pack'
const PACK = '/acme/docs.git/git-upload-pack'

test('a token is sent with every request of git', async () => {
  host.pages = serving()
  expect(await listed()).toEqual(['lamp.md'])
  expect(host.requests.map(({ path }) => path)).toEqual(expect.arrayContaining([INFO, PACK]))
  expect(host.requests.every(({ headers }) => headers.authorization === SENT)).toBe(true)
})

test('what a host answers about a token is said in plain words', async () => {
  host.pages = serving()
  await expect(listed('wrong')).rejects.toThrow(/wrong, expired or revoked \(status 401\)/)
  await expect(listed(null)).rejects.toThrow(/no public repository/)
  for (const status of [403, 404]) {
    host.pages = serving({ [INFO]: { status } })
    await expect(listed()).rejects.toThrow(/is not there, or the credentials of the source may not/)
  }
})

test.each([301, 302, 303, 307, 308])(
  'a redirect with status %i carries it nowhere, of the refs or of the pack',
  async (status) => {
    other.pages = serving()
    for (const path of [INFO, PACK]) {
      host.pages = serving({ [path]: { status, headers: { location: other.origin + path } } })
      await expect(listed()).rejects.toThrow(/redirects to/)
      host.pages = serving({ [path]: { status, headers: { location: `//127.0.0.2${path}` } } })
      await expect(listed()).rejects.toThrow(/redirects to/)
    }
    expect(other.requests).toEqual([])
  },
)
