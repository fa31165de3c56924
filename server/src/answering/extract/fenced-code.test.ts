import { expect, test } from 'vitest'
import { toArticles } from '../../retrieval/related.ts'
import { cutExcerpt } from '../citations/excerpt.ts'
import { rankedPassage } from './fixtures/ranked-passage.ts'
import { pageSections } from './fixtures/page-sections.ts'
import { readBlocks } from '../blocks/passage-blocks.ts'
import { writeSections } from './quote-sections.ts'

const PASSAGE =
  'To list your keys, run:\n\n```bash\nfootnote keys list\n\nfootnote keys count\n```\n\n```json\n{}\n```'

test('a listing is quoted whole, in its language', () => {
  const { pieces } = writeSections(pageSections([rankedPassage(PASSAGE)]))
  expect(pieces.join('')).toBe(
    '### Page\n\nTo list your keys, run: [1]\n\n```bash\nfootnote keys list\n\nfootnote keys count\n```\n\n```json\n{}\n```',
  )
})

test('two listings in a row stay two', () => {
  expect(readBlocks(PASSAGE, null).filter(({ kind }) => kind === 'code')).toMatchObject([
    { text: 'footnote keys list\n\nfootnote keys count', language: 'bash' },
    { text: '{}', language: 'json' },
  ])
})

test('a fence inside a longer one belongs to the code', () => {
  expect(readBlocks('````md\n```js\nnote()\n````', null)).toMatchObject([
    { kind: 'code', text: '```js\nnote()', language: 'md' },
  ])
})

test('an excerpt and a snippet have the code without its fences', () => {
  expect(cutExcerpt(PASSAGE)).toBe(
    'To list your keys, run: footnote keys list footnote keys count {}',
  )
  expect(toArticles([rankedPassage(PASSAGE)])[0]?.snippet).not.toContain('```')
})
