import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SourceSettings } from '@footnote/contract/admin/source-settings'
import type { FakeGitHubThreads } from '../../../../test/fakes/github-threads.ts'
import { startFakeGitHubThreads } from '../../../../test/fakes/github-threads.ts'
import type { FakeDrive } from '../../../../test/fakes/drive.ts'
import { DOCUMENT, ROOT, startFakeDrive } from '../../../../test/fakes/drive.ts'
import type { FakeS3 } from '../../../../test/fakes/s3.ts'
import { startFakeS3 } from '../../../../test/fakes/s3.ts'
import { createScriptedSource } from '../../../../test/fakes/scripted-source.ts'
import type { FakeIntercom } from '../../../../test/fakes/intercom.ts'
import { startFakeIntercom } from '../../../../test/fakes/intercom.ts'
import type { FakeNotion } from '../../../../test/fakes/notion.ts'
import { startFakeNotion } from '../../../../test/fakes/notion.ts'
import type { FakeDiscourse } from '../../../../test/fakes/discourse/discourse.ts'
import { startFakeDiscourse } from '../../../../test/fakes/discourse/discourse.ts'
import type { FakeConfluence } from '../../../../test/fakes/confluence.ts'
import { startFakeConfluence } from '../../../../test/fakes/confluence.ts'
import type { FakeZendesk } from '../../../../test/fakes/zendesk.ts'
import { startFakeZendesk } from '../../../../test/fakes/zendesk.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import type { Syncing } from '../../../../test/support/store/syncing.ts'
import { readDocuments, textAbout, useSyncing } from '../../../../test/support/store/syncing.ts'
import { requestServiceToken } from '../../connectors/credentials/service-account.ts'
import { createS3Signer } from '../../connectors/credentials/s3-signature.ts'
import type { FileStore } from '../../connectors/files/files.ts'
import { createConnector } from '../../connectors/create-connector.ts'
import type { TestRepository } from '../../connectors/testing/git-server.ts'
import { createTestRepository } from '../../connectors/testing/git-server.ts'
import type { PageFetcher, RequestCredential } from '../../platform/network/fetch-page.ts'
import { createPageFetcher } from '../../platform/network/fetch-page.ts'
import { parsePrivateHosts } from '../../platform/network/private-hosts.ts'
import type { TestSite } from '../../connectors/testing/test-site.ts'
import { startTestSite } from '../../connectors/testing/test-site.ts'

/** What PostgreSQL stores in no text: U+0000, and half a surrogate pair. */
const BAD = '\0\ud800'

let store: Store
let syncing: Syncing
useSyncing((scene) => ({ store, syncing } = scene))

let site: TestSite
let fetcher: PageFetcher
let repository: TestRepository
let zendesk: FakeZendesk
let github: FakeGitHubThreads
let s3: FakeS3
let drive: FakeDrive
let notion: FakeNotion
let intercom: FakeIntercom
let confluence: FakeConfluence
let discourse: FakeDiscourse
let cacheFolder: string
beforeAll(async () => {
  site = await startTestSite()
  fetcher = createPageFetcher({
    userAgent: 'FootnoteBot/0.1',
    allowPrivate: parsePrivateHosts('127.0.0.1'),
  })
  repository = await createTestRepository()
  zendesk = await startFakeZendesk()
  github = await startFakeGitHubThreads()
  s3 = await startFakeS3()
  drive = await startFakeDrive()
  notion = await startFakeNotion()
  intercom = await startFakeIntercom()
  confluence = await startFakeConfluence()
  discourse = await startFakeDiscourse()
  cacheFolder = await mkdtemp(join(tmpdir(), 'footnote-cache-'))
})
afterAll(async () => {
  await site.close()
  await fetcher.close()
  await repository.remove()
  await zendesk.close()
  await github.close()
  await s3.close()
  await drive.close()
  await notion.close()
  await intercom.close()
  await confluence.close()
  await discourse.close()
  await rm(cacheFolder, { recursive: true })
})

const FILES: Record<string, string> = {
  'valve.md': `# Valve${BAD}\n\n## Oil${BAD}\n\nOil it${BAD} once a year.\n`,
  'valve.txt': `Valve${BAD}\n\nOil the valve${BAD} once a year.`,
  'valve.csv': `valve${BAD},oil\n1${BAD},yearly\n`,
  'valve.html': `<title>Valve${BAD}&#0;</title><h1>Valve${BAD}</h1><p>Oil it${BAD} yearly.</p>`,
}

const files: FileStore = {
  async *list() {
    yield Object.keys(FILES).map((path) => ({ path, hash: path, contentType: '' }))
  },
  read: async (path) => Buffer.from(FILES[path] ?? ''),
}

const OPERATION = { operationId: `oil${BAD}`, summary: `Oil${BAD}`, description: `Yearly${BAD}.` }
const API = {
  openapi: '3.1.0',
  info: { title: `Valves${BAD}`, version: '1' },
  paths: {
    [`/valves${BAD}`]: { get: { ...OPERATION, tags: [`tag${BAD}`] } },
    '/oil': { post: { summary: `Buy oil${BAD}`, requestBody: { description: BAD } } },
  },
}

const PAGE_URL = 'https://docs.example.com'
type Kind = SourceSettings['type']
/** For each kind of source: its settings, once what it reads has every text it can have with BAD. */
const KINDS: Record<Kind, () => Promise<object> | object> = {
  website: () => {
    const links = Object.keys(FILES).map((path) => `<a href="/${path}">${BAD}</a>`)
    site.pages = { '/': `<h1>Valves${BAD}</h1>${links.join('')}<a href="/x${BAD}">x</a>` }
    for (const [path, body] of Object.entries(FILES)) site.pages[`/${path}`] = body
    return { url: `${site.origin}/` }
  },
  git: async () => {
    await repository.commit(FILES)
    return { repository: repository.folder, page_url: `${PAGE_URL}/{file}` }
  },
  files: () => ({ base_url: PAGE_URL }),
  openapi: () => {
    site.pages = { '/api.json': { body: JSON.stringify(API) } }
    return { url: `${site.origin}/api.json`, page_url: `${PAGE_URL}/{tag}/{operation}` }
  },
  zendesk: () => {
    const title = `Valve${BAD}`
    zendesk.articles = [1, 2].map((id) => {
      return { id, title, body: `<p>Oil valve ${id}${BAD} yearly.</p>`, updated_at: `${id}${BAD}` }
    })
    return { url: zendesk.origin }
  },
  github: () => {
    const text = { title: `Valve${BAD}`, body: `Oil${BAD}?`, updatedAt: `now${BAD}` }
    const answer = { body: `Oil the valve${BAD} yearly.` }
    github.threads = [
      { ...text, kind: 'issue', number: 1, comments: [answer] },
      { ...text, kind: 'discussion', number: 2, answer },
    ]
    return { repository: `${github.origin}/acme/docs` }
  },
  drive: () => {
    const name = `Valve${BAD}`
    const body = FILES['valve.md'] ?? ''
    drive.files = [{ id: 'valve', name, mimeType: DOCUMENT, parent: ROOT, body }]
    return { folder: ROOT, api_url: drive.origin }
  },
  s3: () => {
    s3.objects.set('valve.md', { body: FILES['valve.md'] ?? '' })
    return {
      endpoint: s3.origin,
      bucket: 'docs',
      region: 'eu-central-1',
      page_url: `${PAGE_URL}/{file}`,
    }
  },
  notion: () => {
    const properties = { Part: { type: 'rich_text', rich_text: [{ plain_text: BAD }] } }
    notion.pages = [1, 2].map((number) => ({
      id: `3d1f0c52-77aa-4e0b-9a35-00000000000${number}`,
      title: `Valve${BAD}`,
      markdown: `Oil valve ${number}${BAD} yearly.`,
      last_edited_time: '2026-10-05T14:00:00.000Z',
      properties,
    }))
    return { api_url: notion.origin }
  },
  intercom: () => {
    const translations = { de: { title: `Ventil${BAD}`, body: `Öl${BAD} jährlich.` } }
    const text = { title: `Valve${BAD}`, body: `<p>Oil it${BAD} yearly.</p>`, translations }
    intercom.articles = [{ id: 1, updated_at: 1_790_000_000, ...text }]
    return { api_url: intercom.origin }
  },
  confluence: () => {
    confluence.isOpen = true
    confluence.pages = [1, 2].map((id) => {
      const body = `<p>Oil valve ${id}${BAD} yearly.</p><ac:link ac:anchor="${BAD}" />`
      return { id, title: `Valve${BAD}`, body }
    })
    return { url: confluence.site, edition: 'cloud' }
  },
  async discourse() {
    discourse.categories = [{ id: 5, name: `Help${BAD}`, slug: 'help' }]
    discourse.topics = [1, 2].map((id) => ({
      id,
      title: `Valve ${id}${BAD}`,
      cooked: `<p>How is it turned?${BAD}</p>`,
      bumped_at: `2026-10-05T14:50:01Z${BAD}`,
      category_id: 5,
      tags: [`tag${BAD}`],
      replies: [{ cooked: `<p>Turn valve ${id} by hand.${BAD}</p>`, isAccepted: true }],
    }))
    return { url: `${discourse.origin}/forum` }
  },
}

const driveToken = async (): Promise<string> => {
  const account = { type: 'service_account', key_file: drive.keyFile } as const
  return `Bearer ${(await requestServiceToken(fetcher.fetchPage, account)).value}`
}

const credentials: Partial<Record<Kind, () => Promise<RequestCredential>>> = {
  github: async () => ({
    origin: github.origin,
    headers: { authorization: `Bearer ${github.token}` },
  }),
  drive: async () => ({
    origin: drive.origin,
    headers: { authorization: await driveToken() },
  }),
  s3: async () => ({
    origin: s3.origin,
    headers: {},
    sign: createS3Signer({ type: 'access_key', ...s3.keyPair }, 'eu-central-1'),
  }),
  notion: async () => ({
    origin: notion.origin,
    headers: { authorization: `Bearer ${notion.token}` },
  }),
  discourse: async () => ({
    origin: discourse.origin,
    headers: { 'api-key': discourse.apiKey, 'api-username': discourse.username },
  }),
  intercom: async () => ({
    origin: intercom.origin,
    headers: { authorization: `Bearer ${intercom.token}` },
  }),
}

const PAGES: Record<Kind, number> = {
  website: 5,
  git: 4,
  files: 4,
  openapi: 2,
  zendesk: 2,
  github: 2,
  s3: 1,
  drive: 1,
  notion: 2,
  intercom: 2,
  confluence: 2,
  discourse: 2,
}

test.each(Object.keys(KINDS) as Kind[])(
  '%s: whatever its texts contain, all pages are stored',
  async (type) => {
    const settings = SourceSettings.parse({ type, ...(await KINDS[type]()) })
    const connector = await createConnector(settings, {
      sourceId: 'source',
      fetchPage: fetcher.fetchPage,
      readCredential: credentials[type] ?? null,
      files,
      config: {
        userAgent: 'FootnoteBot/0.1',
        maxPageBytes: 1_000_000,
        gitLocalFolders: [repository.folder],
        gitCacheFolder: cacheFolder,
        chromiumPath: null,
      },
    })
    const sync = await syncing.sync(await syncing.addSource(connector, { settings }))
    expect(sync.counts).toMatchObject({ failed: 0, added: PAGES[type] })
    const states = (await readDocuments(store)).map(({ state }) => state)
    expect(states).toEqual(Array.from({ length: PAGES[type] }, () => 'indexed'))
  },
)

test('every text of a page that a connector returns is cleaned, and what it cannot name is left out', async () => {
  const found = [{ key: `/x${BAD}`, version: null }]
  const script = createScriptedSource({
    '/a': { content: '' },
    '/b': { content: '' },
    '/c': { content: '' },
  })
  const page = {
    url: `https://docs.example.com/a${BAD}`,
    title: `Valve${BAD}`,
    content: textAbout(`a valve${BAD}`),
    contentType: 'text/markdown',
    publishedAt: null,
    validators: { etag: `"1${BAD}"`, lastModified: `today${BAD}` },
  }
  script.script('/a', { kind: 'fetched', page, found })
  script.script('/b', { kind: 'skipped', reason: `noindex${BAD}`, found })
  script.script('/c', { kind: 'moved', to: { key: `/y${BAD}`, version: null } })
  const sync = await syncing.sync(await syncing.addSource(script))
  expect(sync.pages).toEqual({ '/a': 'added', '/b': 'skipped', '/c': 'skipped' })
  expect(sync.reasons).toMatchObject({ '/b': 'noindex\ufffd' })
  expect(script.fetched).toHaveLength(3)
})
