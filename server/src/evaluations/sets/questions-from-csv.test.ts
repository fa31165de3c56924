import { expect, test } from 'vitest'
import { questionsFromCsv } from './questions-from-csv.ts'

test('a file has a column for each field, and several values in lines of a cell', () => {
  const file = [
    '\uFEFFquestion,expected_pages,must_say,expect',
    '"How do I, say, rotate?","https://a.test/keys\nhttps://a.test/rotate",24 hours,',
    'What is the capital of France?,,,refuse',
    '',
  ].join('\r\n')
  expect(questionsFromCsv(file)).toEqual([
    {
      question: 'How do I, say, rotate?',
      expect: 'answer',
      expected_pages: ['https://a.test/keys', 'https://a.test/rotate'],
      must_say: ['24 hours'],
      from_message_id: null,
    },
    {
      question: 'What is the capital of France?',
      expect: 'refuse',
      expected_pages: [],
      must_say: [],
      from_message_id: null,
    },
  ])
})

test.each([
  ['question,pages\nWhy?,x', /column pages/],
  ['question,expect\nWhy?,\nWho?,maybe', /row 2: expect/],
  ['question,expected_pages\nWhy?,/keys', /row 1: expected_pages.0/],
  ['question\n"Why?', /csv/],
  ['expect\nanswer', /row 1: question/],
])('a wrong file is refused with the place: %j', (file, place) => {
  expect(() => questionsFromCsv(file)).toThrow(place)
})
