import { expect, test } from 'vitest'
import { stemEnglish } from './terms-english.ts'

// One word for each rule. terms-english.store.test.ts compares a long list with PostgreSQL's stems.
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
  ['ayyy', 'ayyy'],
])('%s → %s', (word, stem) => {
  expect(stemEnglish(word)).toBe(stem)
})
