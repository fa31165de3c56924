import { expect, test } from 'vitest'
import { createFilesConnector } from './files.ts'
import type { FileStore } from './files.ts'
import { crawl, listAll } from '../testing/crawl.ts'

const stored: Record<string, string> = {
  'a b/guide.md': '# Guide',
  'notes.txt': 'notes',
  raw: 'raw',
  'picture.png': 'png',
  'big.md': 'x'.repeat(1_001),
}
const files: FileStore = {
  async *list() {
    yield Object.keys(stored).map((path) => ({
      path,
      hash: `hash of ${path}`,
      contentType: path === 'raw' ? 'text/html' : '',
    }))
  },
  read: async (path) => (path in stored ? Buffer.from(stored[path] ?? '') : null),
}
const connect = () =>
  createFilesConnector(
    { type: 'files', base_url: 'https://files.example.org/docs' },
    { files, maxFileBytes: 1_000 },
  )

test('the hash of a file is its version', async () => {
  expect(await listAll(connect())).toContainEqual({
    key: 'notes.txt',
    version: 'hash of notes.txt',
    containers: ['folder:/'],
  })
  expect(await listAll(connect())).toContainEqual(
    expect.objectContaining({ key: 'a b/guide.md', containers: ['folder:/a b'] }),
  )
})

test('files are read by their type or their name, and their page is below the base', async () => {
  const outcomes = await crawl(connect())
  expect(outcomes.get('a b/guide.md')).toMatchObject({
    kind: 'fetched',
    page: {
      url: 'https://files.example.org/docs/a%20b/guide.md',
      content: '# Guide',
      contentType: 'text/markdown',
    },
  })
  expect(outcomes.get('raw')).toMatchObject({ page: { contentType: 'text/html' } })
  expect(outcomes.get('picture.png')).toMatchObject({ kind: 'skipped' })
  expect(outcomes.get('big.md')).toMatchObject({ reason: 'It is larger than 0.001 MB.' })
})

test('a file that was deleted is gone', async () => {
  const page = { key: 'gone.md', version: 'x', validators: null }
  expect(await connect().fetch(page, new AbortController().signal)).toMatchObject({ kind: 'gone' })
})
