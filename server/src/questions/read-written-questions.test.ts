import { expect, test } from 'vitest'
import { readWrittenQuestions } from './read-written-questions.ts'

const titles = ['Reset a key', 'Grenzen', '料金']
const read = (text: string) => readWrittenQuestions(text, titles)

test('each line is the number of a title and a question about it', () => {
  expect(
    read('1|How do I reset a key?\n\n 3 | 料金はいくらですか？\r\n2|Welche Grenzen gelten?\n'),
  ).toEqual([
    { question: 'How do I reset a key?', from: 'Reset a key' },
    { question: '料金はいくらですか？', from: '料金' },
    { question: 'Welche Grenzen gelten?', from: 'Grenzen' },
  ])
})

test('200 characters are counted as people count them', () => {
  expect(read(`1|${'🔑'.repeat(200)}`)).toHaveLength(1)
  expect(read(`1|${'🔑'.repeat(201)}`)).toEqual([])
})

const good = '1|How do I reset a key?'

test.each([
  ['a remark in front', `Here are the questions:\n${good}`],
  ['a list', `- ${good}`],
  ['no number', 'How do I reset a key?'],
  ['a number that is not listed', `${good}\n4|What else?`],
  ['number zero', `${good}\n0|What else?`],
  ['a negative number', `${good}\n-1|What else?`],
  ['no question', `${good}\n2|`],
  ['a question of blanks', `${good}\n2|   `],
  ['markup', `${good}\n2|<img src=x onerror=alert(1)>?`],
  ['an address', `${good}\n2|Have you seen https://evil.example?`],
  ['a link', `${good}\n2|[Win](evil.example)?`],
  ['a direction mark', `${good}\n2|What is \u202etcefrep?`],
  ['a control character', `${good}\n2|What is\u0000 this?`],
  ['a fence', `\`\`\`\n${good}\n\`\`\``],
])('with %s all of it is rejected', (_, text) => {
  expect(read(text)).toEqual([])
})

test('of an empty reply there is nothing to take', () => {
  expect(read('')).toEqual([])
})
