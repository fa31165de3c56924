import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PHRASES } from './phrases.ts'
import { recogniseSmallTalk } from './recognise.ts'
import { REPLY_LANGUAGES, smallTalkReply } from './replies.ts'

type Line = { kind: string; language: string; text: string }

const OFF_TOPIC: Line[] = readFileSync(
  join(import.meta.dirname, '../../../../bench/answerability/off-topic.jsonl'),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Line)
const SMALL_TALK = new Set(['greeting', 'thanks', 'goodbye'])

const recognise = (text: string, languages = ['en']) =>
  recogniseSmallTalk(text, languages, 'Acme docs')

test.each(OFF_TOPIC.filter(({ kind }) => SMALL_TALK.has(kind)))(
  '$text is $kind in $language',
  ({ kind, language, text }) => {
    expect(recognise(text, [language])).toEqual({ kind, language })
  },
)

test('what else is off the subject is no small talk', () => {
  const others = OFF_TOPIC.filter(({ kind }) => !SMALL_TALK.has(kind))
  expect(others.length).toBeGreaterThan(150)
  expect(others.filter(({ text }) => recognise(text) !== null)).toEqual([])
})

test.each([
  'Hi, how do I rotate a key?',
  'hello world',
  'thanks to whom is this possible',
  'thank you page',
  'goodbye message settings',
  'bot',
  'DAG',
  'nice',
  'top',
  'all',
  'Danke, und wie lösche ich ihn?',
  'こんにちは、鍵を更新する方法は？',
  '?!',
])('%s is a question', (text) => {
  expect(recognise(text)).toBeNull()
})

test('the name of the knowledge base may be greeted', () => {
  expect(recognise('Hello Acme Docs!')).toEqual({ kind: 'greeting', language: 'en' })
  expect(recognise('Acme docs')).toBeNull()
})

test('a word of several languages is taken for that of the documents', () => {
  expect(recognise('hi', ['de'])?.language).toBe('de')
  expect(recognise('hej', ['sv', 'en'])?.language).toBe('sv')
  expect(recognise('Guten Tag', ['en'])?.language).toBe('de')
  expect(recognise('dag', ['nl'])?.language).toBe('nl')
})

test('a long message is read in no time', () => {
  expect(recognise('hi '.repeat(40))).toBeNull()
})

test('whatever is recognised has a reply, and a greeting names the knowledge base', () => {
  expect(REPLY_LANGUAGES.toSorted()).toEqual(Object.keys(PHRASES).toSorted())
  for (const language of REPLY_LANGUAGES) {
    expect(smallTalkReply({ kind: 'greeting', language }, 'A $& B')).toContain('A $& B')
    expect(smallTalkReply({ kind: 'thanks', language }, 'Acme')).not.toMatch(/\{\}|^$/)
    expect(smallTalkReply({ kind: 'goodbye', language }, 'Acme')).not.toMatch(/\{\}|^$/)
  }
})
