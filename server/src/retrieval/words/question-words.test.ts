import { expect, test } from 'vitest'
import { readQuestionWords } from './question-words.ts'

const BASE = { knowledgeBaseId: 'one', languages: ['en'], rules: [] }
const read = (question: string) => readQuestionWords(BASE, question).map(({ text }) => text)

test.each([
  ['Why can Ada@Kafkacorp.example not sign in?', ['sign']],
  ['set RATE_LIMIT_PER_ADDRESS in /etc/Kafka.conf', ['set']],
  ['the key sk-proj-4Fz81KafkaQ is refused at https://Kafka.example', ['key', 'refused']],
  [`my key ${'aB'.repeat(13)} fails`, ['key', 'fails']],
  ['Does it work with Vue.js or Neo4j?', ['work', 'Vue', 'Neo4j']],
  ['roll back my-app-17', ['roll', 'back']],
])('%s', (question, words) => {
  expect(read(question)).toEqual(words)
})

test('a text that was pasted has no words', () => {
  expect(
    read(
      Array.from(
        { length: 41 },
        (_, index) => `word${'abcdefgh'[index % 8]}${'xyzuvw'[index % 6]}${'klmno'[index % 5]}`,
      ).join(' '),
    ),
  ).toEqual([])
})
