import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FakeS3 } from '../../../../test/fakes/s3.ts'
import { error, startFakeS3 } from '../../../../test/fakes/s3.ts'
import { SIGN_IN_PAGE } from '../../../../test/fakes/fake-api.ts'
import type { FoundPage } from '../connector.ts'
import { SourceError } from '../connector.ts'
import { useApiSources } from '../testing/api-source.ts'
import { crawl, listAll } from '../testing/crawl.ts'

let s3: FakeS3
beforeAll(async () => {
  s3 = await startFakeS3()
})
afterAll(() => s3.close())

const { connect: connectTo, pauses } = useApiSources()

beforeEach(() => {
  s3.objects.clear()
  for (const name of ['a.md', 'b c+d.md', 'Übersicht (1)*.md']) {
    s3.objects.set(`manual/${name}`, { body: `# ${name}\n\nHow it turns.` })
  }
  s3.objects.set('manual/', { body: '' })
  s3.objects.set('other.md', { body: 'Not below the prefix.' })
  s3.afterBatch = () => undefined
  pauses.length = 0
})

const keyPair = () => ({ type: 'access_key' as const, ...s3.keyPair })
const connect = (settings: object = {}, credential: Parameters<typeof connectTo>[1] = keyPair()) =>
  connectTo(
    {
      type: 's3',
      endpoint: `${s3.origin}/`,
      region: 'eu-central-1',
      bucket: 'docs',
      prefix: 'manual/',
      page_url: 'https://docs.example.com/{path}',
      ...settings,
    },
    credential,
  )
const names = (found: readonly FoundPage[]) =>
  found.map(({ key, listed }) => (listed?.kind === 'skipped' ? `${key}: ${listed.reason}` : key))

test('objects below the prefix are listed and read, whatever signs are in their keys', async () => {
  const outcomes = await crawl(connect())
  expect(
    Array.from(outcomes, ([key, outcome]) =>
      outcome.kind === 'fetched' ? [key, outcome.page.url, outcome.page.content] : [key, outcome],
    ),
  ).toEqual([
    ['manual/a.md', 'https://docs.example.com/a', '# a.md\n\nHow it turns.'],
    ['manual/b c+d.md', 'https://docs.example.com/b%20c%2Bd', '# b c+d.md\n\nHow it turns.'],
    [
      'manual/Übersicht (1)*.md',
      'https://docs.example.com/%C3%9Cbersicht%20(1)*',
      '# Übersicht (1)*.md\n\nHow it turns.',
    ],
  ])
})

test('a version is the ETag, which another content changes', async () => {
  const [first] = await listAll(connect())
  expect(first?.version).toMatch(/^[0-9a-f]{32}$/)
  s3.objects.set('manual/a.md', { body: 'Changed.' })
  const [second] = await listAll(connect())
  expect(second?.version).not.toBe(first?.version)
})

test('an object is in the folder of its key', async () => {
  s3.objects.set('manual/drafts/new.md', { body: 'x' })
  const found = await listAll(connect())
  const folders = Object.fromEntries(found.map(({ key, containers }) => [key, containers]))
  expect(folders).toMatchObject({
    'manual/a.md': ['folder:/manual'],
    'manual/drafts/new.md': ['folder:/manual/drafts'],
  })
})

test('what cannot be read is listed with the reason, and globs choose by the key', async () => {
  s3.objects.set('manual/big.md', { body: 'x'.repeat(1_000_001) })
  s3.objects.set('manual/cold.md', { body: 'x', storageClass: 'DEEP_ARCHIVE' })
  s3.objects.set('manual/photo.png', { body: 'x' })
  s3.objects.set('manual/drafts/new.md', { body: 'x' })
  expect(names(await listAll(connect({ exclude: ['drafts/**', '*1*'] })))).toEqual([
    'manual/a.md',
    'manual/b c+d.md',
    'manual/big.md: It is larger than 1 MB.',
    'manual/cold.md: It is archived (DEEP_ARCHIVE).',
    'manual/photo.png: No parser supports its type.',
  ])
})

test('an object that vanished is gone, and one that may not be read is skipped', async () => {
  const connector = connect()
  const { signal } = new AbortController()
  const fetch = (key: string) => connector.fetch({ key, version: null, validators: null }, signal)
  s3.objects.set('manual/secret.md', { body: 'x', isForbidden: true })
  expect(await fetch('manual/gone.md')).toEqual({
    kind: 'gone',
    reason: 'The object was deleted.',
  })
  expect(await fetch('manual/secret.md')).toMatchObject({ kind: 'skipped' })
})

test.each([
  ['another key', { access_key_id: 'AKIAOTHER' }, {}, /does not know the access key/],
  ['a wrong secret', { secret_access_key: 'wrong' }, {}, /refuses the secret key: it is wrong/],
  ['another region', {}, { region: 'us-east-1' }, /is in the region eu-central-1/],
  ['another bucket', {}, { bucket: 'nothing' }, /does not exist/],
])('%s is named', async (_name, credential, settings, reason) => {
  const listing = listAll(connect(settings, { ...keyPair(), ...credential }))
  await expect(listing).rejects.toThrow(SourceError)
  await expect(listing).rejects.toThrow(reason)
})

test('a bucket that is not public says so, and one of another server is refused', async () => {
  await expect(listAll(connect({}, null))).rejects.toThrow('does not let the source list it')
  s3.interrupt(/docs$/, SIGN_IN_PAGE)
  await expect(listAll(connect())).rejects.toThrow(/sends no such list|is cut off/)
  s3.interrupt(/docs$/, error(403, 'RequestTimeTooSkewed'))
  await expect(listAll(connect())).rejects.toThrow('the clock of this server is wrong')
})

test('a redirect leads nowhere: another host would be sent the signature', async () => {
  s3.interrupt(/docs$/, { status: 307, headers: { location: 'http://127.0.0.1:9/docs' } })
  await expect(listAll(connect())).rejects.toThrow('The bucket cannot be read (status 307).')
})

test('it waits when it is asked to slow down, and refuses a list that is cut off', async () => {
  s3.interrupt(/docs$/, {
    ...error(503, 'SlowDown'),
    headers: { 'retry-after': '3', 'content-type': 'application/xml' },
  })
  expect(await listAll(connect())).toHaveLength(3)
  expect(pauses).toEqual([3_000])
  s3.interrupt(/docs$/, { body: Buffer.from('<ListBucketResult><Contents><Key>manual/a') })
  await expect(listAll(connect())).rejects.toThrow('is cut off')
})
