import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block, ParsedDocument } from './blocks.ts'
import { readMarkdown } from './markdown.ts'
import { sentencesOf } from './split-sentences.ts'
import { estimateTokens } from './split-tokens.ts'
import { split } from './split.ts'

const markdown = (content: string) => readMarkdown(content)
const words = (count: number, word = 'word') => Array.from({ length: count }, () => word).join(' ')

test('a passage knows the headings it stands under and the anchor of the nearest', () => {
  const text = words(200)
  const document = markdown(
    `# Doc\n\nIntro.\n\n## A\n\n${text}\n\n### B\n\n${text}\n\n## C\n\n${text}`,
  )
  expect(split(document)).toEqual([
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
  expect(split(document)).toEqual([
    { index: 0, content: 'A\n\nOne.\n\nB\n\nTwo.\n\nC', headingPath: ['P'], anchor: 'a' },
    { index: 1, content: 'Three.', headingPath: ['Q'], anchor: 'q' },
  ])
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
  expect(passages.flatMap((passage) => sentencesOf(passage.content))).toEqual(sentences)
})

test('a code block up to the maximum is never cut', () => {
  const code = Array.from({ length: 50 }, (_, n) => `call(${n}, value)`).join('\n')
  expect(estimateTokens(code)).toBeGreaterThan(256)
  const passages = split(markdown(`${words(250)}\n\n\`\`\`\n${code}\n\`\`\`\n\n${words(250)}`))
  expect(passages.some((passage) => passage.content.includes(code))).toBe(true)
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

describe('any document', () => {
  const sentence = fc
    .array(fc.stringMatching(/^[a-zé数]{1,12}$/), { minLength: 1, maxLength: 30 })
    .map((parts) => `X${parts.join(' ')}.`)
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
          passages.flatMap(({ content, headingPath }) => [...sentencesOf(content), ...headingPath]),
        )
        for (const { text } of parsed.blocks) {
          for (const part of sentencesOf(text)) expect(kept.has(part)).toBe(true)
        }
      }),
    )
  })

  test('gives passages that are numbered, not empty, within the maximum, and the same each time', () => {
    const any = fc.oneof(
      document,
      fc.string({ unit: 'binary', maxLength: 5000 }).map((text) => readMarkdown(text)),
    )
    fc.assert(
      fc.property(any, (parsed) => {
        const passages = split(parsed)
        expect(split(parsed)).toEqual(passages)
        for (const [index, passage] of passages.entries()) {
          expect(passage.index).toBe(index)
          expect(passage.content.trim()).not.toBe('')
          expect(estimateTokens(passage.content)).toBeLessThanOrEqual(410)
        }
      }),
    )
  })
})

const text = (content: string): Block => ({ kind: 'text', text: content })
const heading: Block = { kind: 'heading', text: 'a', depth: 1 }

test.each<[string, Block[]]>([
  ['one word', [text('a'.repeat(2_000_000))]],
  ['one line', [text('A word. '.repeat(250_000).trim())]],
  ['headings', Array.from({ length: 100_000 }, () => heading)],
  ['spaces in code', [{ kind: 'code', text: `${'a'.padEnd(2_000_000)}b` }]],
])('takes time in proportion to length, and no passage is huge: %s', (_, blocks) => {
  const start = performance.now()
  const passages = split({ title: null, blocks })
  expect(performance.now() - start).toBeLessThan(4000)
  for (const passage of passages) expect(passage.content.length).toBeLessThan(10_000)
})
