import { expect, test } from 'vitest'
import { stemEnglish } from './terms-english.ts'

// What PostgreSQL's english_stem gives; on 44,634 words of two corpora the two differ in one, `yyyyy`.
test.each([
  ['adoption', 'adopt'],
  ['caresses', 'caress'],
  ['ties', 'tie'],
  ['cries', 'cri'],
  ['gas', 'gas'],
  ['kubernetes', 'kubernet'],
  ['agreed', 'agre'],
  ['hopping', 'hop'],
  ['hoping', 'hope'],
  ['luxuriated', 'luxuri'],
  ['generously', 'generous'],
  ['communication', 'communic'],
  ['relational', 'relat'],
  ['formative', 'format'],
  ['controllable', 'control'],
  ['skies', 'sky'],
  ['succeed', 'succeed'],
  ['cry', 'cri'],
  ['by', 'by'],
  ['say', 'say'],
  ['rate', 'rate'],
  ['analogies', 'analog'],
])('%s → %s', (word, stem) => {
  expect(stemEnglish(word)).toBe(stem)
})
