import { expect, test } from 'vitest'
import { toArticles } from '../../retrieval/related.ts'
import { excerptOf } from '../citations/excerpt.ts'
import { rankedPassage } from './fixtures/ranked-passage.ts'
import { readBlocks } from './passage-blocks.ts'
import { writeExtractiveAnswer } from './write-extractive-answer.ts'
import { quotablePassages } from './passage-sentences.ts'

const PASSAGE =
  'To list your keys, run:\n\n```bash\nfootnote keys list\n\nfootnote keys count\n```\n\n```json\n{}\n```'

test('a listing is quoted whole, in its language', () => {
  const { pieces } = writeExtractiveAnswer(
    'How do I list keys?',
    quotablePassages([rankedPassage(PASSAGE)]),
  )
  expect(pieces.join('')).toBe(
    'To list your keys, run: [1]\n\n```bash\nfootnote keys list\n\nfootnote keys count\n```\n\n```json\n{}\n```',
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
  expect(excerptOf(PASSAGE)).toBe(
    'To list your keys, run: footnote keys list footnote keys count {}',
  )
  expect(toArticles([rankedPassage(PASSAGE)])[0]?.snippet).not.toContain('```')
})

const quoted = (question: string, ...passages: ReturnType<typeof rankedPassage>[]): string =>
  writeExtractiveAnswer(question, quotablePassages(passages)).pieces.join('')

test('a command before the best sentence comes with it, however much follows', () => {
  const more = 'Nothing else of it changes in any way while this is being done for you. '.repeat(8)
  const text = quoted(
    'How do I revoke a key?',
    rankedPassage(
      `\`\`\`sh\nfootnote keys revoke ID\n\`\`\`\n\nTo revoke a key takes a second. ${more}`,
    ),
  )
  expect(text).toMatch(/^```sh\nfootnote keys revoke ID\n```\n\nTo revoke a key takes a second\./)
})

test('inline code in a quoted step stays code', () => {
  const text = quoted(
    'How do I revoke a key?',
    rankedPassage('To revoke a key:\n\n1. Run `footnote keys list`.\n2. Revoke it by its `id`.'),
  )
  expect(text).toBe(
    'To revoke a key:\n\n1. Run `footnote keys list`.\n2. Revoke it by its `id`. [1]',
  )
})

test('the row of a glossary defines its term, also beside others', () => {
  const glossary = rankedPassage(
    'term | meaning\ndocument, passage | one page; a piece of it\nreader | who asks',
    { title: 'Glossary', chunkIndex: 1 },
  )
  const other = rankedPassage('The passage of a reader is kept for an hour.', { title: 'Limits' })
  const text = quoted('What is a passage?', other, glossary)
  expect(text).toContain('| document, passage | one page; a piece of it |')
})

test('the opening of the page named after it says what something is', () => {
  const widget = rankedPassage('One script tag puts answers on your pages.', {
    title: 'The widget',
  })
  const options = rankedPassage('Each option of the widget is an attribute.', { title: 'Options' })
  expect(quoted('What is a widget?', options, widget)).toContain('One script tag')
})

test('a section far down is quoted when it fits clearly better, and a list that is announced comes', () => {
  const others = Array.from({ length: 5 }, (_, index) =>
    rankedPassage('Keys are kept in a safe place.', { title: `Page ${index}`, chunkIndex: index }),
  )
  const far = rankedPassage(
    'Rotated keys have the following advantages over shared keys.\n\n- Each has one owner.\n- Each can be revoked.',
    { title: 'Rotation' },
  )
  const text = quoted('Which advantages do rotated keys have over shared keys?', ...others, far)
  expect(text).toContain('- Each has one owner.\n- Each can be revoked. [1]')
})

test('tags of a site generator are not quoted', () => {
  const content = 'A key{% ifversion ghec %} of a team{% endif %} opens the door.'
  expect(quoted('What does a key open?', rankedPassage(content))).toBe(
    'A key of a team opens the door. [1]',
  )
})
