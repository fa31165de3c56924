import { expect, test } from 'vitest'
import { settleCitations } from './settle.ts'
import { sourceOf } from './testing/model-output.ts'

const KEYS = 'Client keys are rotated every night by the scheduler.'
const PODS = 'Pods restart when the memory limit of 512 MiB is exceeded.'
const NODES = 'Drain a node with kubectl before upgrading its kernel.'
const sources = [KEYS, PODS, NODES].map((text, position) => sourceOf(text, position + 1))

test('cited sources are numbered from 1 in the order of appearance', () => {
  const settled = settleCitations(`${NODES} [3] ${KEYS} [1] ${NODES} [3]`, sources)
  expect(settled.text).toBe(`${NODES} [1] ${KEYS} [2] ${NODES} [1]`)
  expect(settled.answer).toBe(settled.text)
  expect(settled.citations).toEqual([
    { ...sources[2]?.citation, index: 1 },
    { ...sources[0]?.citation, index: 2 },
  ])
  expect(settled.dropped).toEqual([])
})

test('there is no answer where the streamed text stands', () => {
  const { text, answer, citations } = settleCitations(`${KEYS} [1] ${PODS} [2]`, sources)
  expect(text).toBe(`${KEYS} [1] ${PODS} [2]`)
  expect(answer).toBeUndefined()
  expect(citations).toHaveLength(2)
})

test('a marker whose passage does not support its sentence is taken out, and no gap is left', () => {
  const settled = settleCitations(`${NODES} [1] ${PODS} [2]`, sources)
  expect(settled.text).toBe(`${NODES} ${PODS} [1]`)
  expect(settled.citations.map(({ chunk_id }) => chunk_id)).toEqual(['passage-2'])
  expect(settled.dropped).toEqual([{ index: 1, reason: 'unsupported' }])
})

test('of two markers side by side the one that supports stays', () => {
  expect(settleCitations(`${PODS.slice(0, -1)} [1][2].`, sources).text).toBe(
    `${PODS.slice(0, -1)} [1].`,
  )
})

test('each half of a sentence may have its own source', () => {
  const text =
    'Client keys are rotated every night [1], and pods restart over 512 MiB of memory [2].'
  expect(settleCitations(text, sources).dropped).toEqual([])
})

test('a marker at the end of a paragraph may be supported by a sentence before', () => {
  const text = `${NODES} Everything else happens by itself some minutes later [3].`
  expect(settleCitations(text, sources).dropped).toEqual([])
})

test('two passages of one document stay two citations', () => {
  const { citations } = settleCitations(`${KEYS} [1] ${PODS} [2]`, sources)
  expect(new Set(citations.map(({ document_id }) => document_id)).size).toBe(1)
  expect(citations).toHaveLength(2)
})

test('markers in code are neither counted nor changed', () => {
  const text = `${KEYS} [1]\n\n\`x[2]\`\n\n\`\`\`\ny[3] = [9]\n\`\`\`\n`
  const { answer, citations } = settleCitations(text, sources)
  expect(answer).toBeUndefined()
  expect(citations.map(({ chunk_id }) => chunk_id)).toEqual(['passage-1'])
})

test('an answer without markers cites nothing', () => {
  expect(settleCitations('I do not know.', sources)).toEqual({
    text: 'I do not know.',
    answer: undefined,
    citations: [],
    dropped: [],
  })
})

test('a text that no reader has seen is put in order too', () => {
  expect(settleCitations(`${KEYS} [1,9] [7]`, sources).text).toBe(`${KEYS} [1]`)
})

test('a hundred thousand characters of cited sentences are settled within a second', () => {
  const text = `${KEYS} [1] ${PODS} [1] `.repeat(900)
  settleCitations(text, sources)
  const before = process.cpuUsage()
  settleCitations(text, sources)
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(1)
})
