import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { createDocumentReader, UnreadableDocument } from './document-reader.ts'
import { readDocument } from './read-document.ts'

const reader = createDocumentReader({ timeoutMs: 2_000, memoryMb: 128 })
afterAll(() => reader.close())

const markdown = (content: string) => ({
  content,
  contentType: 'text/markdown' as const,
  givenTitle: null,
})

const TYPES = ['text/markdown', 'text/html', 'text/plain'] as const

test('a document is read in the thread as it would be here', async () => {
  const content = '# Keys\n\n## Reset\n\nPress *Reset*.'
  expect(await reader.read(markdown(content))).toEqual(readDocument(markdown(content)))
})

test('documents asked for at once each get their own answer', async () => {
  const contents = Array.from({ length: 20 }, (_, index) => `# Page ${index}\n\nText ${index}.`)
  const read = await Promise.all(contents.map((content) => reader.read(markdown(content))))
  expect(read.map(({ title }) => title)).toEqual(contents.map((_, index) => `Page ${index}`))
})

describe('a hostile document fails alone, and the next one is read', () => {
  test.each([
    ['quotes inside each other', '> '.repeat(100_000), 'text/markdown'],
    ['brackets that never match', 'a]'.repeat(500_000), 'text/markdown'],
    ['links that never end', '[a]('.repeat(250_000), 'text/markdown'],
    ['elements inside each other', '<div>'.repeat(100_000), 'text/html'],
  ] as const)('%s', async (_name, content, contentType) => {
    const started = performance.now()
    await expect(reader.read({ content, contentType, givenTitle: null })).rejects.toThrow(
      UnreadableDocument,
    )
    // The limit of 2 s, and what ending a thread and starting one take on a busy machine.
    expect(performance.now() - started).toBeLessThan(20_000)
    expect((await reader.read(markdown('# Next'))).title).toBe('Next')
  })
})

test('a document that needs too much memory is refused in words', async () => {
  const small = createDocumentReader({ timeoutMs: 30_000, memoryMb: 24 })
  try {
    const reading = small.read({
      content: '<p>a</p>'.repeat(400_000),
      contentType: 'text/html',
      givenTitle: null,
    })
    await expect(reading).rejects.toThrow('it needs more than 24 MB')
  } finally {
    await small.close()
  }
})

test('any text is read without an error, and no passage is empty', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 2_000 }),
    fc
      .array(
        fc.constantFrom('# ', '- ', '> ', '<td>', '<li>', '```', '[', '](', '{{<', '\n\n', 'a'),
        { maxLength: 60 },
      )
      .map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, fc.constantFrom(...TYPES), (content, contentType) =>
      readDocument({ content, contentType, givenTitle: null }).passages.every(
        ({ content: passage }) => passage.trim() !== '',
      ),
    ),
    { numRuns: 500 },
  )
})

test('a given title wins, and a first heading that differs stays in the path', () => {
  const { title, passages } = readDocument({
    ...markdown('# Keys\n\nReset them.'),
    givenTitle: 'Access',
  })
  expect(title).toBe('Access')
  expect(passages).toMatchObject([{ content: 'Reset them.', headingPath: ['Keys'] }])
})
