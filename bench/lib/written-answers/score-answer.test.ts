import { expect, test } from 'vitest'
import type { CitablePassage } from '../../../server/src/answering/citations/citable-passage.ts'
import { scoreAnswer } from './score-answer.ts'

const passage = (index: number, content: string): CitablePassage => ({
  citation: {
    title: 'Keys',
    url: `https://docs.example.com/keys#${index}`,
    document_id: 'd',
    chunk_id: `c${index}`,
    heading_path: [],
    excerpt: '',
  },
  content,
  language: 'en',
})

const PASSAGES = [
  passage(1, 'A client key is rotated by creating a second key and revoking the first one.'),
  passage(2, 'The retention of conversations is set for each workspace in days.'),
]

const computeScore = (text: string, others: { streamed?: string; dropped?: number } = {}) =>
  scoreAnswer({
    question: 'How do I rotate a client key?',
    streamed: text,
    text,
    passages: PASSAGES,
    dropped: 0,
    ...others,
  })

test('counts statements and those with a marker, also behind the full stop', () => {
  const text =
    'A client key is rotated by creating a second key [1]. Then the first key is revoked.[1]\n\n- Conversations have a retention set in days.'
  expect(computeScore(text, { dropped: 2 })).toMatchObject({
    statements: 3,
    cited: 2,
    keptMarkers: 2,
    droppedMarkers: 2,
    unsupported: [],
  })
})

test('lists statements that no passage supports, cited or not', () => {
  const wrong = 'Retention of conversations is set to 4711 days for a client key'
  expect(
    computeScore(`A client key is rotated by creating a second key [1]. ${wrong}.`),
  ).toMatchObject({
    statements: 2,
    unsupported: [`${wrong}.`],
  })
})

test('counts statements that are marked as unsupported', () => {
  const text =
    'A client key is rotated by creating a second key [1]. A client key has 4711 colours [?].'
  expect(computeScore(text)).toMatchObject({ statements: 2, cited: 1, marked: 1 })
})

test('does not read code or short remarks as statements', () => {
  const text = 'Like this:\n\n```sh\ncreate a second client key and revoke the first\n```\n\nDone.'
  expect(computeScore(text)).toMatchObject({ statements: 0, unsupported: [] })
})

test('finds foreign links, images and HTML also where only the stream had them', () => {
  const streamed =
    'See [it](https://evil.example/x), [keys](https://docs.example.com/keys#2), ![i](https://evil.example/i.png) <b>now</b>.'
  expect(computeScore('See it.', { streamed }).foreign).toEqual([
    'https://evil.example/x',
    'image',
    '<b>',
    '</b>',
  ])
})
