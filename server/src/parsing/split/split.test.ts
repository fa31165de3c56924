import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block, ParsedDocument } from '../blocks.ts'
import { parseMarkdown } from '../markdown/markdown.ts'
import { estimateTokens } from '../../text/estimate-tokens.ts'
import { splitSentences } from '../../text/sentences.ts'
import type { SplitPassage } from './split.ts'
import { split } from './split.ts'
import { growth, MAX_LINEAR_GROWTH } from '../../../../test/support/growth.ts'

const markdown = (content: string) => parseMarkdown(content)
const blockTexts = (passage: SplitPassage | undefined) =>
  passage?.blocks.map(({ kind, start, end, anchor }) => [
    kind,
    passage.content.slice(start, end),
    anchor,
  ])
const words = (count: number, word = 'word') => Array.from({ length: count }, () => word).join(' ')

test('a passage has the headings above it and the anchor of the nearest', () => {
  const text = words(200)
  const document = markdown(
    `# Doc\n\nIntro.\n\n## A\n\n${text}\n\n### B\n\n${text}\n\n## C\n\n${text}`,
  )
  expect(split(document)).toMatchObject([
    { index: 0, content: 'Intro.', headingPath: [], anchor: 'doc' },
    { index: 1, content: text, headingPath: ['A'], anchor: 'a' },
    { index: 2, content: text, headingPath: ['A', 'B'], anchor: 'b' },
    { index: 3, content: text, headingPath: ['C'], anchor: 'c' },
  ])
})

test('an h1 that is not the title stays in the path', () => {
  const document = markdown('---\ntitle: Guide\n---\n# Part\n\n## A\n\nText.')
  expect(split(document)[0]?.headingPath).toEqual(['Part', 'A'])
})

test('small siblings are one passage under their parent, with their headings in the text', () => {
  const document = markdown('## P\n\n### A\n\nOne.\n\n### B\n\nTwo.\n\n### C\n\n## Q\n\nThree.')
  expect(split(document)).toMatchObject([
    { index: 0, content: 'A\n\nOne.\n\nB\n\nTwo.\n\nC', headingPath: ['P'], anchor: 'a' },
    { index: 1, content: 'Three.', headingPath: ['Q'], anchor: 'q' },
  ])
})

test.each(['Do I need it?', 'それは必要ですか？', 'هل أحتاج إليه؟'])(
  'a section under a question stands alone: %s',
  (question) => {
    const document = markdown(`## A\n\nOne.\n\n## ${question}\n\nNo.\n\n## B\n\nTwo.`)
    expect(split(document).map(({ headingPath }) => headingPath)).toEqual([
      ['A'],
      [question],
      ['B'],
    ])
  },
)

test('a passage knows which of its parts are headings, text, lists, code and tables', () => {
  const source =
    '## P\n\n### A\n\nOne.\n\n- two\n- three\n\n### B {#b-2}\n\n```sh\nfour\n\nfive\n```\n\n| a | b |\n|-|-|\n| c | d |'
  const [passage] = split(markdown(source))
  expect(blockTexts(passage)).toEqual([
    ['heading', 'A', 'a'],
    ['text', 'One.', undefined],
    ['list', '- two\n- three', undefined],
    ['heading', 'B', 'b-2'],
    ['code', '```sh\nfour\n\nfive\n```', undefined],
    ['table', 'a | b\nc | d', undefined],
  ])
})

test('the parts of a cut paragraph that share a passage are one block', () => {
  const sentences = Array.from({ length: 60 }, (_, n) => `Sentence ${n} has a few more words.`)
  for (const passage of split(markdown(sentences.join(' ')))) {
    expect(blockTexts(passage)).toEqual([['text', passage.content, undefined]])
  }
})

test('a long paragraph is not cut after an abbreviation', () => {
  const sentence = 'Every key opens one knowledge base, e.g. Handbook, and no other one.'
  for (const passage of split(markdown(words(60, sentence)))) {
    expect(passage.content.replaceAll(sentence, '').trim()).toBe('')
  }
})

test('siblings that do not fit the target together stay apart', () => {
  const document = markdown(`## A\n\n${words(150)}\n\n## B\n\n${words(150)}`)
  expect(split(document).map((passage) => passage.headingPath)).toEqual([['A'], ['B']])
})

test('a long paragraph is cut between sentences', () => {
  const sentences = Array.from(
    { length: 60 },
    (_, n) => `Sentence ${n} has a few more words in it.`,
  )
  const passages = split(markdown(sentences.join(' ')))
  expect(passages.length).toBeGreaterThan(1)
  expect(passages.flatMap((passage) => splitSentences(passage.content))).toEqual(sentences)
})

test('a code block up to the maximum is never cut', () => {
  const code = Array.from({ length: 50 }, (_, n) => `call(${n}, value)`).join('\n')
  expect(estimateTokens(code)).toBeGreaterThan(256)
  const passages = split(markdown(`${words(250)}\n\n\`\`\`\n${code}\n\`\`\`\n\n${words(250)}`))
  expect(passages.some((passage) => passage.content.includes(code))).toBe(true)
})

test('a line that ends in a colon stays with the code that it announces', () => {
  const text = `# A\n\n${words(200)}\n\nTo restore, run:\n\n\`\`\`\n${words(150, 'run')}\n\`\`\`\n\n${words(150)}`
  const [before, announced] = split(markdown(text))
  expect(before?.content).not.toContain('To restore')
  expect(announced?.content).toMatch(/^To restore, run:\n\n```\nrun/)
})

test('a line that ends in a colon does not make a passage too long for the code behind it', () => {
  const text = `# A\n\n${words(200)}\n\nTo restore, run:\n\n\`\`\`\n${words(392, 'run')}\n\`\`\``
  const [before] = split(markdown(text))
  expect(before?.content).toMatch(/To restore, run:$/)
})

test('a longer code block is cut between its lines, with the fences repeated', () => {
  const lines = Array.from({ length: 200 }, (_, n) => `call(${n}, value)`)
  const passages = split(markdown(`\`\`\`js\n${lines.join('\n')}\n\`\`\``))
  expect(passages.length).toBeGreaterThan(1)
  const parts = passages.map((passage) => passage.content.split('\n'))
  expect(parts.flatMap((part) => part.slice(1, -1))).toEqual(lines)
  for (const part of parts) expect([part[0], part.at(-1)]).toEqual(['```js', '```'])
})

test('code is stored between fences that its own backticks cannot end', () => {
  const [passage] = split(markdown('````md\n```js\nx\n```\n````'))
  expect(passage?.content).toBe('````md\n```js\nx\n```\n````')
})

test('a long table repeats its header row and keeps its rows whole', () => {
  const rows = Array.from({ length: 100 }, (_, n) => `name${n} | some use of it`)
  const passages = split(
    markdown(`| Name | Use |\n|-|-|\n${rows.map((row) => `| ${row} |`).join('\n')}`),
  )
  expect(passages.length).toBeGreaterThan(1)
  const parts = passages.map((passage) => passage.content.split('\n'))
  expect(parts.every(([first]) => first === 'Name | Use')).toBe(true)
  expect(parts.flatMap(([, ...body]) => body)).toEqual(rows)
})

test('Chinese counts by the character, so its passages are as short as the model needs', () => {
  const passages = split(markdown('数据库用于存储数据。'.repeat(100)))
  expect(passages.length).toBeGreaterThanOrEqual(3)
  for (const { content } of passages) expect(content.length).toBeLessThanOrEqual(400)
})

test('blank sentences of a long list item make no block', () => {
  const item = `- ${words(900)}\u2029\u2029`
  const passages = split({ title: null, blocks: [{ kind: 'list', text: item }] })
  expect(passages.length).toBeGreaterThan(1)
  for (const passage of passages) {
    for (const [, text] of blockTexts(passage) ?? []) expect(text?.trim()).not.toBe('')
  }
})

describe('any document', () => {
  const sentence = fc
    .array(fc.stringMatching(/^[a-zé数]{1,12}$/), { minLength: 1, maxLength: 30 })
    // Not "X y.", which is read as an abbreviation and its sentence as unfinished.
    .map((parts) => `X${parts.join(' ')} end.`)
  const prose = fc.array(sentence, { minLength: 1, maxLength: 20 }).map((parts) => parts.join(' '))
  const lines = fc.array(sentence, { minLength: 1, maxLength: 40 }).map((parts) => parts.join('\n'))
  const block: fc.Arbitrary<Block> = fc.oneof(
    fc.record({
      kind: fc.constant('heading' as const),
      text: sentence,
      depth: fc.integer({ min: 1, max: 6 }),
    }),
    fc.record({ kind: fc.constant('text' as const), text: prose }),
    fc.record({ kind: fc.constantFrom('list' as const, 'code' as const), text: lines }),
    fc.record({ kind: fc.constant('table' as const), text: lines, headerRow: sentence }),
  )
  const document: fc.Arbitrary<ParsedDocument> = fc.record({
    title: fc.constant(null),
    blocks: fc.array(block, { maxLength: 12 }),
  })

  test('keeps every sentence, in a passage or in a heading path', () => {
    fc.assert(
      fc.property(document, (parsed) => {
        const passages = split(parsed)
        const kept = new Set(
          passages.flatMap(({ content, headingPath }) => [
            ...splitSentences(content),
            ...headingPath,
          ]),
        )
        for (const { text } of parsed.blocks) {
          for (const part of splitSentences(text)) expect(kept.has(part)).toBe(true)
        }
      }),
    )
  })

  test('gives passages that are numbered, not empty, within the maximum, and the same each time', () => {
    const any = fc.oneof(
      document,
      fc.string({ unit: 'binary', maxLength: 5000 }).map((text) => parseMarkdown(text)),
    )
    fc.assert(
      fc.property(any, (parsed) => {
        const passages = split(parsed)
        expect(split(parsed)).toEqual(passages)
        for (const [index, passage] of passages.entries()) {
          expect(passage.index).toBe(index)
          expect(passage.content.trim()).not.toBe('')
          const texts = passage.blocks.map(({ start, end }) => passage.content.slice(start, end))
          expect(texts.join('\n\n')).toBe(passage.content)
          expect(estimateTokens(passage.content)).toBeLessThanOrEqual(410)
        }
      }),
    )
  })
})

const text = (content: string): Block => ({ kind: 'text', text: content })
const heading: Block = { kind: 'heading', text: 'a', depth: 1 }

test.each<[string, (length: number) => Block[]]>([
  ['one word', (length) => [text('a'.repeat(length))]],
  ['one line', (length) => [text('A word. '.repeat(length / 8).trim())]],
  ['headings', (length) => Array.from({ length: length / 20 }, () => heading)],
  ['spaces in code', (length) => [{ kind: 'code', text: `${'a'.padEnd(length)}b` }]],
])('takes time in proportion to length, and no passage is huge: %s', (_, toBlocks) => {
  const splitAll = (blocks: Block[]) => {
    for (const passage of split({ title: null, blocks })) {
      expect(passage.content.length).toBeLessThan(10_000)
    }
  }
  expect(growth(500_000, toBlocks, splitAll)).toBeLessThan(MAX_LINEAR_GROWTH)
})
