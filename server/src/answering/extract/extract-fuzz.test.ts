import fc from 'fast-check'
import type { Nodes } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { expect, test } from 'vitest'
import { growth, MAX_LINEAR_GROWTH } from '../../../../test/support/growth.ts'
import type { RankedPassage } from '../../retrieval/retrieve.ts'
import { rankedPassage } from './fixtures/ranked-passage.ts'
import { writeExtractiveAnswer } from './write-extractive-answer.ts'
import { quotablePassages } from './passage-sentences.ts'

const written = (question: string, passages: readonly RankedPassage[]): string =>
  writeExtractiveAnswer(question, quotablePassages(passages)).pieces.join('')

const words = fc.constantFrom(
  'key',
  'Key.',
  'The',
  'token',
  '```',
  '~~~',
  '|',
  '- item',
  '1. step',
  '\n',
  '\n\n',
  '  code()',
  '[3]',
  '<a>',
  '**',
  '`',
  'is:',
  '證明書',
  '?',
  '#',
)

test('whatever the passages hold, the markdown is whole and every number is a passage', () => {
  fc.assert(
    fc.property(fc.array(fc.array(words, { maxLength: 40 }), { maxLength: 4 }), (contents) => {
      const passages = contents.map((content) => rankedPassage(content.join(' ')))
      const text = written('How do I make a key or token?', passages)
      expect(written('How do I make a key or token?', passages)).toBe(text)
      const tree = unified().use(remarkParse).use(remarkGfm).parse(text)
      const prose = JSON.stringify(tree.children.filter(({ type }: Nodes) => type !== 'code'))
      expect(text === '' || /\[\d\]/.test(prose)).toBe(true)
      const { quotes } = writeExtractiveAnswer(
        'How do I make a key or token?',
        quotablePassages(passages),
      )
      const markers = text.replaceAll(/^```[^]*?^```|`[^`\n]+`/gm, '').matchAll(/\[(\d+)\]/g)
      for (const [, number] of markers) expect(Number(number)).toBeLessThanOrEqual(quotes.length)
      expect((text.match(/^`{3,}$/gm)?.length ?? 0) % 2).toBe(0)
    }),
    { numRuns: 500 },
  )
})

test.each(['-', '- ', '| ', '<!--', '[', '* ', '`', 'a: ', 'A b ', '$ ', '("'])(
  'a hundred passages of nothing but %j take linear time to their length',
  (part) => {
    const passagesOf = (length: number) =>
      Array.from({ length: 100 }, () =>
        rankedPassage(`key token ${part.repeat(length / part.length)} end.`),
      )
    const writeFrom = (passages: ReturnType<typeof passagesOf>) =>
      writeExtractiveAnswer('How do I make a key or token?', quotablePassages(passages))
    expect(growth(750, passagesOf, writeFrom)).toBeLessThan(MAX_LINEAR_GROWTH)
  },
)
