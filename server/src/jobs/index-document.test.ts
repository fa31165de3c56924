import { expect, test } from 'vitest'
import { UnreadableDocument } from '../ingestion/reading/document-reader.ts'
import { worthAnotherTry } from './index-document.ts'

const failure = (code: string) => Object.assign(new Error('No'), { code })

test('a database that is away or slow sets no document aside', () => {
  expect(worthAnotherTry(failure('57014'), 9)).toBe(true)
  expect(worthAnotherTry(failure('ECONNREFUSED'), 9)).toBe(true)
  expect(worthAnotherTry(failure('40P01'), 9)).toBe(true)
})

test('a document that fails is tried three times, and one that cannot be read once', () => {
  expect([1, 2, 3].map((tries) => worthAnotherTry(failure('22P02'), tries))).toEqual([
    true,
    true,
    false,
  ])
  expect(worthAnotherTry(new UnreadableDocument('it is broken'), 1)).toBe(false)
})
