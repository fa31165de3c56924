import { expect, test } from 'vitest'
import { refuseDeepNesting } from './refuse-deep-nesting.ts'
import { parseMarkdown } from './markdown.ts'

test.each(['- ', '+ ', '* ', '> ', '>', '1. ', '> - '])(
  'more than 1,000 of %j inside each other are refused',
  (mark) => {
    expect(() => refuseDeepNesting(`text\n${mark.repeat(1_001)}a`)).toThrow('nested too deeply')
    expect(() => refuseDeepNesting(`text\n${mark.repeat(400)}a`)).not.toThrow()
  },
)

test.each(['-'.repeat(5_000), '- '.repeat(5_000), ' * '.repeat(5_000), '='.repeat(5_000)])(
  'a long line is not nesting',
  (line) => {
    expect(() => refuseDeepNesting(line)).not.toThrow()
  },
)

test('a page at the limit is parsed', () => {
  const { blocks } = parseMarkdown(`${'> '.repeat(1_000)}a`)
  expect(blocks.map((block) => block.text)).toEqual(['a'])
})
