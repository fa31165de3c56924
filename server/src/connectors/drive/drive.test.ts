import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FakeDrive, FakeFile } from '../../../../test/fakes/drive.ts'
import { DOCUMENT, FOLDER, refused, ROOT, startFakeDrive } from '../../../../test/fakes/drive.ts'
import { SIGN_IN_PAGE } from '../../../../test/fakes/fake-api.ts'
import type { FoundPage } from '../connector.ts'
import { SourceError } from '../connector.ts'
import { useApiSources } from '../testing/api-source.ts'
import { crawl, listAll } from '../testing/crawl.ts'

let drive: FakeDrive
beforeAll(async () => {
  drive = await startFakeDrive()
})
afterAll(() => drive.close())

const { connect: connectTo, pauses } = useApiSources()

const doc = (id: string, change: Partial<FakeFile> = {}): FakeFile => ({
  id,
  name: `Page ${id}`,
  mimeType: DOCUMENT,
  parent: ROOT,
  body: `# Page ${id}\n\nHow it turns.`,
  ...change,
})

beforeEach(() => {
  drive.files = [doc('a'), doc('b'), doc('c')]
  drive.isShared = true
  drive.isKeyDeleted = false
  drive.calls.length = 0
  pauses.length = 0
})

const account = () => ({ type: 'service_account' as const, key_file: drive.keyFile })
const connect = (
  folder = `https://drive.google.com/drive/u/0/folders/${ROOT}?usp=sharing`,
  credential: Parameters<typeof connectTo>[1] = account(),
) => connectTo({ type: 'drive', folder, api_url: drive.origin }, credential)
const names = (found: readonly FoundPage[]) =>
  found
    .map(({ key, listed }) => (listed?.kind === 'skipped' ? `${key}: ${listed.reason}` : key))
    .toSorted()
const known = (key: string) => ({ key, version: null, validators: null })
const { signal } = new AbortController()

test('the files of a folder and of those below it are listed, each once', async () => {
  drive.files.push(
    doc('sub', { mimeType: FOLDER, name: 'Below' }),
    doc('d', { parent: 'sub' }),
    doc('sub2', { mimeType: FOLDER, parent: 'sub' }),
    doc('e', { parent: 'sub2' }),
    doc('link', { mimeType: 'application/vnd.google-apps.shortcut', targetId: 'd' }),
    doc('loop', { mimeType: 'application/vnd.google-apps.shortcut', targetId: 'sub' }),
    doc('elsewhere', { mimeType: 'application/vnd.google-apps.shortcut', targetId: 'gone' }),
  )
  const files = ['a', 'b', 'c', 'd', 'e'].map((id) => `file:${id}`)
  expect(names(await listAll(connect()))).toEqual(files)
  const found = await listAll(connect(ROOT))
  expect(names(found)).toEqual(files)
  expect(found.map(({ containers }) => containers?.join())).toEqual([
    'folder:/',
    'folder:/',
    'folder:/',
    'folder:/Below',
    'folder:/Below/Page sub2',
  ])
})

test('documents are exported, files are sent as they are, and pictures in Markdown are left out', async () => {
  const body =
    '# Refunds\n\n![][image1]Within 30 days.\n\n![a chart][image2]\n\n' +
    '[image1]: <data:image/png;base64,iVBORw0KGgo=>\n\n[image2]: <data:image/png;base64,AAAA>'
  drive.files = [
    doc('a', { name: 'Refunds', body }),
    doc('t', { name: 'prices.csv', mimeType: 'text/csv', body: 'plan,price\nfree,0\n' }),
    doc('m', { name: 'notes.md', mimeType: 'application/octet-stream', body: '# Notes' }),
  ]
  const outcomes = await crawl(connect())
  const page = (key: string) => {
    const outcome = outcomes.get(key)
    return outcome?.kind === 'fetched' ? outcome.page : outcome
  }
  expect(page('file:a')).toEqual({
    url: 'https://docs.google.example/d/a/edit',
    title: 'Refunds',
    content: '# Refunds\n\nWithin 30 days.\n\na chart\n\n\n\n',
    contentType: 'text/markdown',
    publishedAt: new Date('2026-01-05T14:50:01.123Z'),
    validators: null,
  })
  expect(page('file:t')).toMatchObject({ contentType: 'text/csv', content: 'plan,price\nfree,0\n' })
  expect(page('file:m')).toMatchObject({ contentType: 'text/markdown', content: '# Notes' })
})

test('a version is the checksum, or of a document the time to the millisecond', async () => {
  drive.files = [doc('a'), doc('t', { name: 't.txt', mimeType: 'text/plain', body: 'one' })]
  const versions = async () => (await listAll(connect())).map(({ version }) => version)
  expect(await versions()).toEqual(['2026-10-05T14:50:01.123Z', 'md5-one'])
  drive.files = [
    doc('a', { modifiedTime: '2026-10-05T14:50:01.124Z' }),
    doc('t', { name: 't.txt', mimeType: 'text/plain', body: 'two' }),
  ]
  expect(await versions()).toEqual(['2026-10-05T14:50:01.124Z', 'md5-two'])
})

test('what cannot be read is skipped with the reason', async () => {
  drive.files = [
    doc('form', { mimeType: 'application/vnd.google-apps.form' }),
    doc('photo', { name: 'photo.png', mimeType: 'image/png' }),
    doc('big', { name: 'big.txt', mimeType: 'text/plain', body: 'x'.repeat(1_000_001) }),
    doc('long', { isTooLarge: true }),
  ]
  expect(names(await listAll(connect()))).toEqual([
    'file:big: It is larger than 1 MB.',
    'file:form: No parser supports its type.',
    'file:long',
    'file:photo: No parser supports its type.',
  ])
  expect(await connect().fetch(known('file:long'), signal)).toMatchObject({
    kind: 'skipped',
    reason: 'Google exports at most 10 MB of a document.',
  })
})

test('a file that is deleted or in the bin is gone', async () => {
  drive.files = [doc('a', { trashed: true })]
  expect(await connect().fetch(known('file:a'), signal)).toMatchObject({ kind: 'gone' })
  expect(await connect().fetch(known('file:b'), signal)).toMatchObject({ kind: 'gone' })
})

test('a folder that is no longer shared looks like no deletion', async () => {
  drive.isShared = false
  const listing = listAll(connect())
  await expect(listing).rejects.toThrow(SourceError)
  await expect(listing).rejects.toThrow('not shared with the account')
})

test('limits are waited for, whether they are said by 403 or 429', async () => {
  drive.interrupt(
    /files$/,
    refused(403, 'userRateLimitExceeded'),
    refused(403, 'rateLimitExceeded'),
    { ...refused(429, 'rateLimitExceeded'), headers: { 'retry-after': '5' } },
  )
  expect(await listAll(connect())).toHaveLength(3)
  expect(pauses).toEqual([60_000, 60_000, 5_000])
})

test.each([
  ['a sign-in page', SIGN_IN_PAGE, /sends a web page/],
  [
    'a refusal',
    refused(403, 'insufficientPermissions'),
    /does not let the credentials of the source/,
  ],
  ['an incomplete list', { body: { files: [], incompleteSearch: true } }, /not list everything/],
])('%s ends the listing', async (_name, fault, reason) => {
  drive.interrupt(/files$/, fault)
  await expect(listAll(connect())).rejects.toThrow(reason)
})

test('a token that ends is replaced, and a key that was deleted is named', async () => {
  const connector = connect()
  expect(await connector.check(signal)).toBe('the folder Handbook')
  drive.revokeTokens()
  expect(await listAll(connector)).toHaveLength(3)
  drive.isKeyDeleted = true
  await expect(listAll(connect())).rejects.toThrow(/gives the service account no token: its key/)
})
