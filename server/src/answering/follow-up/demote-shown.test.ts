import { expect, test } from 'vitest'
import { demoteShown } from './demote-shown.ts'

const passage = (id: string, path: string[], content: string, relevance = 0.9) => ({
  id,
  documentId: 'policies',
  headingPath: path,
  content,
  relevance,
  document: { title: 'Network policies', language: 'en' },
})
const INGRESS = passage('ingress', ['Deny', 'Incoming'], 'Deny all ingress traffic.', 0.95)
const EGRESS = passage('egress', ['Deny', 'Outgoing'], 'Deny all egress traffic.', 0.8)
const BOTH = passage('both', ['Deny', 'Everything'], 'Deny all ingress and egress traffic.', 0.8)
const PORTS = passage('ports', ['Ports'], 'Target a range of ports.', 0.85)

const toShown = (...shown: { id: string; documentId: string; headingPath: string[] }[]) => ({
  shown: shown.map(({ id, documentId, headingPath }) => ({
    chunk_id: id,
    document_id: documentId,
    heading_path: headingPath,
  })),
})
const order = (
  found: ReturnType<typeof passage>[],
  question: string,
  ...turns: ReturnType<typeof toShown>[]
) => demoteShown(found, question, turns).map(({ id }) => id)

test('a section that was shown goes behind one that has the word asked for now', () => {
  expect(order([INGRESS, EGRESS], 'What about egress?', toShown(INGRESS))).toEqual([
    'egress',
    'ingress',
  ])
})

test('another passage of the same section was shown with it', () => {
  const rest = { ...INGRESS, id: 'rest' }
  expect(order([rest, EGRESS], 'What about egress?', toShown(INGRESS))).toEqual(['egress', 'rest'])
})

test('a section that was shown further down comes before the one the answer began with', () => {
  const turn = toShown(INGRESS, EGRESS)
  expect(order([INGRESS, EGRESS], 'What about egress?', turn)).toEqual(['egress', 'ingress'])
})

test('what has none of the question’s words does not go before what has', () => {
  expect(order([PORTS, INGRESS, EGRESS], 'And for egress?', toShown(INGRESS))).toEqual([
    'egress',
    'ports',
    'ingress',
  ])
})

test.each([
  ['it has the words asked for', [BOTH, EGRESS], 'What about egress?'],
  ['the question has no words of its own', [BOTH, EGRESS, PORTS], 'Show me that again.'],
  ['nothing else fits nearly as well', [BOTH, { ...PORTS, relevance: 0.5 }], 'And which ports?'],
  ['nothing else was found', [BOTH], 'And which ports?'],
])('a section that was shown keeps its place where %s', (_why, found, question) => {
  expect(order(found, question, toShown(BOTH))[0]).toBe('both')
})

test('a long page without headings is not shown with one of its passages', () => {
  const found = [
    passage('first', [], 'Deny all ingress traffic.', 0.95),
    passage('second', [], 'Deny all egress traffic.'),
  ]
  const [before] = found
  expect(before && order([found[1]!, before], 'And ingress?', toShown(before))[0]).toBe('first')
})

test('without anything shown the order is the search’s', () => {
  expect(order([PORTS, EGRESS], 'What about egress?')).toEqual(['ports', 'egress'])
  expect(order([PORTS, EGRESS], 'What about egress?', toShown())).toEqual(['ports', 'egress'])
})
