import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseLine, readJsonLines } from './read-json-lines.ts'

const URL = 'https://docs.example.com/a'

test('skips blank lines, and labels documents by their line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-lines-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'corpus.jsonl')
  await writeFile(file, `\n{"url":"${URL}","text":"One"}\r\n\n{"url":"${URL}/2","content":"Two"}`)
  const { total, candidates } = await readJsonLines(file, {})
  expect(total).toBe(2)
  expect((await candidates.next()).value).toEqual({
    label: 'line 2',
    document: { url: URL, content: 'One', content_type: 'text/markdown' },
  })
  expect((await candidates.next()).value).toMatchObject({
    label: 'line 4',
    document: { content: 'Two' },
  })
  expect((await candidates.next()).done).toBe(true)
})

test('uses a given title and content type, but not a blank title', () => {
  const line = (fields: object) =>
    parseLine(JSON.stringify({ url: URL, text: 'x', ...fields }), 'l', {})
  expect(line({ title: 'A', content_type: 'text/plain' })).toMatchObject({
    document: { title: 'A', content_type: 'text/plain' },
  })
  expect(line({ title: ' ' })).toEqual({
    label: 'l',
    document: { url: URL, content: 'x', content_type: 'text/markdown' },
  })
})

test('labels of a line go before those of the run', () => {
  const shared = { labels: { version: ['1'], product: ['cli'] } }
  const line = (labels?: unknown) =>
    parseLine(JSON.stringify({ url: URL, text: 'x', labels }), 'l', shared)
  expect(line({ version: '2' })).toMatchObject({
    document: { labels: { version: '2', product: ['cli'] } },
  })
  for (const none of [undefined, null, 'version', ['2']])
    expect(line(none)).toMatchObject({ document: shared })
})

test.each([
  ['{"url":', 'is not a JSON object'],
  ['["url"]', 'is not a JSON object'],
  ['{"text":"x"}', 'has no "url"'],
  [`{"url":"${URL}","text":5}`, 'has neither "text" nor "content"'],
  [`{"url":"${URL}","text":"x","content_type":"pdf"}`, 'has an unknown "content_type": "pdf"'],
])('%s: %s', (line, problem) => {
  expect(parseLine(line, 'line 1', {})).toEqual({ label: 'line 1', problem })
})
