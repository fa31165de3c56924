import { expect, test } from 'vitest'
import { UnreadableDocument } from '../parsing/child/document-parser.ts'
import { worthAnotherTry } from './index-document.ts'

const failure = (code: string) => Object.assign(new Error('No'), { code })

test('an unavailable or slow database does not mark a document failed', () => {
  expect(worthAnotherTry(failure('57014'), 9)).toBe(true)
  expect(worthAnotherTry(failure('ECONNREFUSED'), 9)).toBe(true)
  expect(worthAnotherTry(failure('40P01'), 9)).toBe(true)
})

test('a failing document is tried three times, an unreadable one once', () => {
  expect([1, 2, 3].map((tries) => worthAnotherTry(failure('22P02'), tries))).toEqual([
    true,
    true,
    false,
  ])
  expect(worthAnotherTry(new UnreadableDocument('it is broken'), 1)).toBe(false)
})
