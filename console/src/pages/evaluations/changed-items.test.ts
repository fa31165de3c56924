import { expect, test } from 'vitest'
import { changedItems } from './changed-items.ts'

const item = (question: string) => ({
  question,
  expect: 'answer' as const,
  expected_pages: [],
  must_say: [],
  from_message_id: null,
})
const SET = [item('a'), item('b'), item('c')]
const changedQuestions = (before: string | null, after: string | null) =>
  changedItems(SET, before, after === null ? null : item(after)).map(({ question }) => question)

test('a question is added at the end, changed in its place, or removed', () => {
  expect(changedQuestions(null, 'd')).toEqual(['a', 'b', 'c', 'd'])
  expect(changedQuestions('b', 'x')).toEqual(['a', 'x', 'c'])
  expect(changedQuestions('b', null)).toEqual(['a', 'c'])
})

test('one that somebody else removed is not added again', () => {
  expect(() => changedQuestions('gone', 'x')).toThrow('no longer in the set')
})
