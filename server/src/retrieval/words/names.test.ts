import { expect, test } from 'vitest'
import { hasCapital, isName } from './names.ts'

test.each([
  ['Jenkins', 'How do I configure Jenkins?', true],
  ['Jenkins', 'Jenkins plugin', false],
  ['Jenkins', 'It fails. Jenkins says no.', false],
  ['DynamoDB', 'DynamoDB table', true],
  ['Laptop', 'How To Wipe My Laptop', false],
  ['jenkins', 'configure jenkins', false],
  ['API', 'call the API', true],
])('capital: %s in %s', (word, question, expected) => {
  expect(hasCapital(word, question, ['en'])).toBe(expected)
})

test('a capital means nothing where every noun has one', () => {
  expect(hasCapital('Haus', 'Wie sperre ich das Haus ab?', ['de'])).toBe(false)
})

const DICTIONARY = new Set(['laptop', 'reject', 'rejected', 'node', 'limit'])

test.each([
  ['velero', true],
  ['esp32', true],
  ['laptop', false],
  ['node7', false],
  ['throttling', false],
  ['rejceted', false],
  ['lapto', false],
  ['größe', false],
  ['airtable', true],
  ['rejector', false],
  ['prelimit', false],
  ['n8n', true],
  ['nod', true],
])('in lower case: %s', (word, expected) => {
  expect(isName(word, false, DICTIONARY)).toBe(expected)
})

test('without a dictionary only a capital tells', () => {
  expect([isName('velero', false, undefined), isName('Velero', true, undefined)]).toEqual([
    false,
    true,
  ])
})
