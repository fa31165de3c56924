import { expect, test } from 'vitest'
import { growth, MAX_LINEAR_GROWTH } from '../../../../test/support/growth.ts'
import { mayHaveParts } from './question-parts.ts'

test.each([
  ['en', 'What is the difference between a Secret and a ConfigMap?'],
  ['en', 'Should I use a fork or a branch?'],
  ['en', 'How do I rotate a key and how do I revoke one?'],
  ['en', 'What is a Job? And a CronJob?'],
  ['en', 'Squash vs. rebase'],
  ['de', 'Was ist der Unterschied zwischen Job und CronJob?'],
  ['de', 'Wie erstelle ich einen Schlüssel und wie lösche ich ihn?'],
  ['es', '¿Cómo creo una clave y cómo la borro?'],
  ['fr', 'Vaut-il mieux un fork ou une branche ?'],
  ['pt', 'Qual é a diferença entre Job e CronJob?'],
  ['zh', '作业和定时作业有什么区别?'],
  ['ja', 'ジョブとの違いは何ですか'],
  ['ar', 'ما الفرق بين المهمة والخدمة؟'],
])('%s: %s has parts', (language, question) => {
  expect(mayHaveParts(question, language)).toBe(true)
})

test.each([
  ['en', 'How do I rotate a key?'],
  ['en', 'What are the ports for search and rescue?'],
  ['en', 'How does a nor-gate work?'],
  ['en', 'Really??'],
  ['en', 'How do I rotate a key? I am on Linux.'],
  ['de', 'Wie erstelle ich einen Schlüssel und ein Geheimnis?'],
  ['es', '¿Cómo creo una clave?'],
  ['zh', '如何创建密钥？'],
  ['ko', '키를 만드는 방법은?'],
])('%s: %s has not', (language, question) => {
  expect(mayHaveParts(question, language)).toBe(false)
})

test('a hundred thousand question marks take linear time', () => {
  const read = (text: string) => mayHaveParts(text, 'en')
  expect(growth(25_000, (length) => '? '.repeat(length), read)).toBeLessThan(MAX_LINEAR_GROWTH)
  expect(growth(25_000, (length) => 'and '.repeat(length), read)).toBeLessThan(MAX_LINEAR_GROWTH)
})
