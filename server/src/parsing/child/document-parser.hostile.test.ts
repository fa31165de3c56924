import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { createDocumentParser, UnreadableDocument } from './document-parser.ts'
import type { RawDocument } from '../parse-document.ts'
import { parseDocument } from '../parse-document.ts'
import { childrenCpuMs, getChildren } from '../../../../bench/lib/process-cpu.ts'

/** Documents that are meant to be expensive: half a minute each on a busy machine. */

const parser = createDocumentParser({ cpuSeconds: 5, memoryMb: 200 })
afterAll(() => parser.close())

const markdown = (content: string) => ({
  content,
  contentType: 'text/markdown' as const,
  givenTitle: null,
})

const getThreads = (processId: number) => readdirSync(`/proc/${processId}/task`).map(Number)

const TYPES = ['text/markdown', 'text/html', 'text/plain'] as const

test('a document is read in the child as it would be here', async () => {
  const content = '# Keys\n\n## Reset\n\nPress *Reset*.'
  expect(await parser.parse(markdown(content))).toEqual(await parseDocument(markdown(content)))
})

test('documents asked for at once each get their own answer', async () => {
  const contents = Array.from({ length: 20 }, (_, index) => `# Page ${index}\n\nText ${index}.`)
  const read = await Promise.all(contents.map((content) => parser.parse(markdown(content))))
  expect(read.map(({ title }) => title)).toEqual(contents.map((_, index) => `Page ${index}`))
})

test('a document of a rare format is read by another child, which reads the others from then on', async () => {
  const own = createDocumentParser()
  const before = getChildren(process.pid)
  const readIn = async (document: RawDocument) => {
    expect(await own.parse(document)).toEqual(await parseDocument(document))
    return getChildren(process.pid).filter((processId) => !before.includes(processId))
  }
  try {
    const first = await readIn(markdown('# Keys'))
    const second = await readIn({ ...markdown('= Keys\n\nText.'), contentType: 'text/asciidoc' })
    expect(second).not.toEqual(first)
    expect(second).toHaveLength(1)
    expect(await readIn({ ...markdown('# Keys\n\n<Tab />'), contentType: 'text/mdx' })).toEqual(
      second,
    )
    expect(await readIn(markdown('# Keys'))).toEqual(second)
  } finally {
    await own.close()
  }
})

describe('a hostile document fails alone, and the next one is read', () => {
  const brief = createDocumentParser({ cpuSeconds: 1, memoryMb: 200 })
  afterAll(() => brief.close())
  test.each([
    ['quotes inside each other', '> '.repeat(100_000), 'text/markdown'],
    ['brackets that never match', 'a]'.repeat(500_000), 'text/markdown'],
    ['links that never end', '[a]('.repeat(250_000), 'text/markdown'],
    ['elements inside each other', '<div>'.repeat(100_000), 'text/html'],
  ] as const)('%s', async (_name, content, contentType) => {
    const usedMs = childrenCpuMs(process.pid)
    await expect(brief.parse({ content, contentType, givenTitle: null })).rejects.toThrow(
      UnreadableDocument,
    )
    expect((await brief.parse(markdown('# Next'))).title).toBe('Next')
    // The limit of 7 s, which includes its start, and the start of the next process.
    expect(childrenCpuMs(process.pid) - usedMs).toBeLessThan(12_000)
  })
})

test('a document that needs too much memory is refused in words', async () => {
  const small = createDocumentParser({ cpuSeconds: 30, memoryMb: 160 })
  try {
    const parsing = small.parse({
      content: '<p>a</p>'.repeat(600_000),
      contentType: 'text/html',
      givenTitle: null,
    })
    await expect(parsing).rejects.toThrow('it needs more than 160 MB')
  } finally {
    await small.close()
  }
})

test('any text is read without an error, and no passage is empty', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 2_000 }),
    fc
      .array(
        fc.constantFrom('# ', '- ', '> ', '<td>', '<li>', '```', '[', '](', '{{<', '\n\n', 'a'),
        { maxLength: 60 },
      )
      .map((parts) => parts.join('')),
  )
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(...TYPES), async (content, contentType) => {
      const { passages } = await parseDocument({ content, contentType, givenTitle: null })
      return passages.every(({ content: passage }) => passage.trim() !== '')
    }),
    { numRuns: 500 },
  )
})

test('a given title wins, and a first heading that differs stays in the path', async () => {
  const { title, passages } = await parseDocument({
    ...markdown('# Keys\n\nReset them.'),
    givenTitle: 'Access',
  })
  expect(title).toBe('Access')
  expect(passages).toMatchObject([{ content: 'Reset them.', headingPath: ['Keys'] }])
})

test('bulk work lets others have the cores first, from the 17th document on', async () => {
  const earlier = new Set(getChildren(process.pid))
  const bulk = createDocumentParser()
  const parse = async (count: number) => {
    for (let each = 0; each < count; each += 1) await bulk.parse(markdown('# Page'))
  }
  /** The priorities of all threads of each process. */
  const priorities = () => {
    const started = getChildren(process.pid).filter((id) => !earlier.has(id))
    return started.map((id) => new Set(getThreads(id).map((thread) => getPriority(thread))))
  }
  try {
    await parse(16)
    expect(priorities()).toEqual([new Set([getPriority()])])
    await parse(1)
    expect(priorities()).toEqual([new Set([10])])
  } finally {
    await bulk.close()
  }
})

test('a process that holds much after a document is replaced before the next', async () => {
  // Those of other tests may end meanwhile.
  const earlier = new Set(getChildren(process.pid))
  const small = createDocumentParser({ memoryMb: 90 })
  for (const title of ['First', 'Second']) {
    // With the libraries of rare formats it holds more than its share from the start.
    const document = { ...markdown(`= ${title}\n\nText.`), contentType: 'text/asciidoc' }
    expect((await small.parse(document)).title).toBe(title)
    expect(getChildren(process.pid).filter((id) => !earlier.has(id))).toEqual([])
  }
})

test('a type that cannot be read is refused in words', async () => {
  await expect(
    parser.parse({ content: 'x', contentType: 'video/mp4', givenTitle: null }),
  ).rejects.toThrow('The document could not be read: its type, video/mp4, is not supported.')
})

test('a gigabyte is refused before it is copied anywhere', async () => {
  const before = process.memoryUsage().rss
  const content = Buffer.alloc(2 ** 30)
  await expect(
    parser.parse({ content, contentType: 'text/plain', givenTitle: null }),
  ).rejects.toThrow('it is larger than 32 MB')
  expect(process.memoryUsage().rss - before).toBeLessThan(50 * 2 ** 20)
})

test.each([
  ['text/html; charset=ISO-8859-1', Buffer.from('<p>caf\u00E9</p>', 'latin1')],
  ['text/html', Buffer.from('<meta charset="windows-1252"><p>caf\u00E9</p>', 'latin1')],
  ['text/plain', Buffer.from('\uFEFFcaf\u00E9', 'utf16le')],
  ['text/plain; charset=unheard-of', Buffer.from('caf\u00E9')],
  ['text/plain', Buffer.from('caf\u00E9', 'latin1')],
  ['text/html', Buffer.from('<meta charset="utf-16"><p>caf\u00E9</p>')],
])('bytes are decoded as a crawled page would be: %s', async (contentType, content) => {
  const { passages } = await parseDocument({ content, contentType, givenTitle: null })
  expect(passages.map((passage) => passage.content)).toEqual(['caf\u00E9'])
})

test('a document whose parsing a shutdown ends is not called unreadable', async () => {
  const closing = createDocumentParser()
  const parsing = closing.parse(markdown('[a]('.repeat(250_000)))
  parsing.catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await closing.close()
  await expect(parsing).rejects.not.toThrow(UnreadableDocument)
})
