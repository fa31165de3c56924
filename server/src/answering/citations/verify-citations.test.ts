import { expect, test } from 'vitest'
import { verifyCitations } from './verify-citations.ts'
import { makePassage } from './testing/model-output.ts'
import { growth, MAX_LINEAR_GROWTH } from '../../../../test/support/growth.ts'

const KEYS = 'Client keys are rotated every night by the scheduler.'
const PODS = 'Pods restart when the memory limit of 512 MiB is exceeded.'
const NODES = 'Drain a node with kubectl before upgrading its kernel.'
const citable = [KEYS, PODS, NODES].map((text, position) => makePassage(text, position + 1))

test('cited passages are numbered from 1 in the order of appearance', () => {
  const verified = verifyCitations(`${NODES} [3] ${KEYS} [1] ${NODES} [3]`, citable)
  expect(verified.text).toBe(`${NODES} [1] ${KEYS} [2] ${NODES} [1]`)
  expect(verified.answer).toBe(verified.text)
  expect(verified.citations).toEqual([
    { ...citable[2]?.citation, index: 1 },
    { ...citable[0]?.citation, index: 2 },
  ])
  expect(verified.dropped).toEqual([])
})

test('`answer` is left out when the streamed text did not change', () => {
  const { text, answer, citations } = verifyCitations(`${KEYS} [1] ${PODS} [2]`, citable)
  expect(text).toBe(`${KEYS} [1] ${PODS} [2]`)
  expect(answer).toBeUndefined()
  expect(citations).toHaveLength(2)
})

test('a sentence whose passage does not support it is marked, and no gap is left in the numbers', () => {
  const verified = verifyCitations(`${NODES} [1] ${PODS} [2]`, citable)
  expect(verified.text).toBe(`${NODES} [?] ${PODS} [1]`)
  expect(verified.citations.map(({ chunk_id }) => chunk_id)).toEqual(['passage-2'])
  expect(verified.dropped).toEqual([{ index: 1, reason: 'unsupported' }])
})

test('of two adjacent markers the supported one stays', () => {
  expect(verifyCitations(`${PODS.slice(0, -1)} [1][2].`, citable).text).toBe(
    `${PODS.slice(0, -1)} [1].`,
  )
})

test.each([
  [
    'two markers of a sentence are one mark',
    `${NODES} [1][2] ${PODS} [2]`,
    `${NODES} [?] ${PODS} [1]`,
  ],
  ['a step', `1. ${KEYS} [1]\n2. ${NODES} [2]`, `1. ${KEYS} [1]\n2. ${NODES} [?]`],
  ['a row', `| ${KEYS} [1] |\n| ${NODES} [2] |`, `| ${KEYS} [1] |\n| ${NODES} [?] |`],
  ['an end without a space', `${KEYS}[1] ${NODES}[2]`, `${KEYS}[1] ${NODES}[?]`],
])('%s', (_what, streamed, shown) => {
  expect(verifyCitations(streamed, citable).text).toBe(shown)
})

test('nothing is marked in an answer that keeps no citation', () => {
  expect(verifyCitations('Billing happens on Sundays [1].', citable).text).toBe(
    'Billing happens on Sundays.',
  )
})

test('each half of a sentence may cite its own passage', () => {
  const text =
    'Client keys are rotated every night [1], and pods restart over 512 MiB of memory [2].'
  expect(verifyCitations(text, citable).dropped).toEqual([])
})

test('a marker at the end of a paragraph may be supported by a sentence before', () => {
  const text = `${NODES} Everything else happens by itself some minutes later [3].`
  expect(verifyCitations(text, citable).dropped).toEqual([])
})

test('two passages of one document stay two citations', () => {
  const { citations } = verifyCitations(`${KEYS} [1] ${PODS} [2]`, citable)
  expect(new Set(citations.map(({ document_id }) => document_id)).size).toBe(1)
  expect(citations).toHaveLength(2)
})

test('markers in code are neither counted nor changed', () => {
  const text = `${KEYS} [1]\n\n\`x[2]\`\n\n\`\`\`\ny[3] = [9]\n\`\`\`\n`
  const { answer, citations } = verifyCitations(text, citable)
  expect(answer).toBeUndefined()
  expect(citations.map(({ chunk_id }) => chunk_id)).toEqual(['passage-1'])
})

test('an answer without markers cites nothing', () => {
  expect(verifyCitations('I do not know.', citable)).toEqual({
    text: 'I do not know.',
    answer: undefined,
    citations: [],
    dropped: [],
  })
})

test('a text that was never streamed is verified too', () => {
  expect(verifyCitations(`${KEYS} [1,9] [7]`, citable).text).toBe(`${KEYS} [1]`)
})

test('a hundred thousand characters of cited sentences take linear time', () => {
  const makeText = (times: number) => `${KEYS} [1] ${PODS} [1] `.repeat(times)
  const verify = (text: string) => verifyCitations(text, citable)
  expect(growth(225, makeText, verify)).toBeLessThan(MAX_LINEAR_GROWTH)
})

test('two passages of one section are one source', () => {
  const [first, second] = [
    makePassage('The key rotates nightly.', 1),
    makePassage('The node retries.', 1),
  ]
  const other = makePassage('The pod has a limit.', 2)
  const { text, citations } = verifyCitations(
    'The key rotates nightly [1]. The pod has a limit [2]. The node retries [3]. Both [1][3].',
    [first, other, { ...second, citation: { ...second.citation, chunk_id: 'another' } }],
  )
  expect(text).toContain(
    'The key rotates nightly [1]. The pod has a limit [2]. The node retries [1].',
  )
  expect(citations.map(({ index, url }) => [index, url])).toEqual([
    [1, 'https://docs.example.com/1'],
    [2, 'https://docs.example.com/2'],
  ])
})
