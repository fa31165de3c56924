import fc from 'fast-check'
import type { Nodes } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { expect, test } from 'vitest'
import { growth, MAX_LINEAR_GROWTH } from '../../../../test/support/growth.ts'
import { createAnswerText } from '../writing/answer-text.ts'
import { pageSections } from './fixtures/page-sections.ts'
import { rankedPassage } from './fixtures/ranked-passage.ts'
import { writeSections } from './quote-sections.ts'

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

test('whatever the passages hold, the markdown is whole and every section has its own number', () => {
  fc.assert(
    fc.property(fc.array(fc.array(words, { maxLength: 40 }), { maxLength: 4 }), (contents) => {
      const sections = contents.flatMap((content, index) =>
        pageSections([rankedPassage(content.join(' '), { title: `Page ${index}` })]),
      )
      const { pieces, citable } = writeSections(sections)
      const text = pieces.join('')
      expect(writeSections(sections).pieces).toEqual(pieces)
      const shown = createAnswerText(citable)
      const streamed = pieces.map((piece) => shown.push(piece)).join('') + shown.end()
      const tree = unified().use(remarkParse).use(remarkGfm).parse(streamed)
      const prose = JSON.stringify(tree.children.filter(({ type }: Nodes) => type !== 'code'))
      for (const [index] of citable.entries()) expect(prose).toContain(`[${index + 1}]`)
      const markers = text.replaceAll(/^```[^]*?^```|`[^`\n]+`/gm, '').matchAll(/\[(\d+)\]/g)
      for (const [, number] of markers) expect(Number(number)).toBeLessThanOrEqual(citable.length)
      expect((text.match(/^`{3,}$/gm)?.length ?? 0) % 2).toBe(0)
    }),
    { numRuns: 500 },
  )
})

test.each(['-', '- ', '| ', '<!--', '[', '* ', '`', 'a: ', 'A b ', '$ ', '("'])(
  'a hundred passages of nothing but %j take linear time to their length',
  (part) => {
    const makePassages = (length: number) =>
      Array.from({ length: 100 }, (_, chunkIndex) =>
        rankedPassage(`key token ${part.repeat(length / part.length)} end.`, { chunkIndex }),
      )
    const writeFrom = (passages: ReturnType<typeof makePassages>) =>
      writeSections(pageSections(passages))
    expect(growth(750, makePassages, writeFrom)).toBeLessThan(MAX_LINEAR_GROWTH)
  },
)
