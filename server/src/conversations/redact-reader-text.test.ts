import type { Trace } from '@footnote/contract/admin/messages'
import { expect, test } from 'vitest'
import { TRACE } from '../../../test/support/store/stored-messages.ts'
import { redactTurn } from './redact-reader-text.ts'
import type { NewTurn } from './save-turn.ts'

const SAID = 'ada@example.com'
const turnWith = (search: Partial<Trace['search']>): NewTurn & { trace: Trace } => ({
  knowledgeBaseId: '01980000-0000-7000-8000-000000000001',
  threadId: '',
  isFollowUp: false,
  messageId: '',
  asker: null,
  widgetId: null,
  source: 'api',
  pageUrl: null,
  question: `Who is ${SAID}?`,
  answer: '',
  citations: [],
  covered: true,
  reader: null,
  keyId: null,
  language: 'en',
  words: [],
  sourceDocumentIds: [],
  trace: { ...TRACE, search: { ...TRACE.search, ...search } },
})

test('each of several searches is redacted', () => {
  const searches = [`Who is ${SAID}?`, `Where is ${SAID}?`]
  const turn = turnWith({ text: searches.join(' '), searches })
  const { search } = redactTurn(turn, ['email'], ['en']).trace
  expect(JSON.stringify(search)).not.toContain(SAID)
  expect(search.searches).toHaveLength(2)
})

test('the question before it was mended is redacted, and words that are redacted in it go', () => {
  const turn = turnWith({ text: 'Who is it?', typed: `Who is ${SAID}?` })
  const missing_words = ['Jenkins', SAID.split('@')[0] ?? '']
  const asked = { ...turn, question: `Who is ${SAID} in Jenkins?` }
  const { trace } = redactTurn(
    { ...asked, trace: { ...turn.trace, missing_words } },
    ['email'],
    ['en'],
  )
  expect(JSON.stringify(trace.search)).not.toContain(SAID)
  expect(trace.missing_words).toEqual(['Jenkins'])
})

test('where there was one search there are not several', () => {
  const { search } = redactTurn(turnWith({ text: 'Why?' }), ['email'], ['en']).trace
  expect(search).not.toHaveProperty('searches')
})
