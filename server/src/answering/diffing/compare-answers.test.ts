import { expect, test } from 'vitest'
import type { JudgedAnswer } from './compare-answers.ts'
import { compareAnswers } from './compare-answers.ts'

const QUESTION = { text: 'How long does the old key work?', language: 'en', mustRefuse: false }

const answer = (text: string, change: Partial<JudgedAnswer> & { page?: string } = {}) => {
  const { page = 'keys', ...rest } = change
  const citation = { document_id: page, title: page, url: `https://a.test/${page}#x` }
  return {
    outcome: 'answered' as const,
    answer: `### Keys\n\n${text} [1]`,
    citations: [{ ...citation, heading_path: [], is_changed: true }],
    passed: null,
    probability: 0.8,
    ...rest,
  }
}
const refused = { ...answer(''), outcome: 'refused' as const, citations: [] }
const verdict = (before: JudgedAnswer, after: JudgedAnswer, question = QUESTION) =>
  compareAnswers(question, before, after).verdict

const KEYS = 'The old key works for 24 hours. Rotate it with `keys rotate --all` under Settings.'

test.each([
  ['a number', KEYS.replace('24', '12'), 'contradicts'],
  ['a unit', KEYS.replace('24 hours', '24 minutes'), 'contradicts'],
  ['a negation', KEYS.replace('works', 'does not work'), 'contradicts'],
  ['an option', KEYS.replace('--all', '--every'), 'contradicts'],
  ['a name with digits', KEYS.replace('under', 'with ed25519 under'), 'contradicts'],
  ['a sentence that answers and is gone', KEYS.slice(KEYS.indexOf('Rotate')), 'worse'],
  ['a typo', KEYS.replace('Rotate', 'Rotate').replace('works', 'workss'), 'same'],
  ['the same in other words', KEYS.replace('works for', 'stays valid for'), 'same'],
  ['nothing', KEYS, 'same'],
])('%s', (_what, changed, expected) => {
  expect(verdict(answer(KEYS), answer(changed))).toBe(expected)
})

test('what is below the first section counts if it is about the question', () => {
  const below = (text: string) => answer(`${KEYS} [1]\n\n### Other\n\n${text}`)
  expect(verdict(below('Exports take 5 minutes.'), below('Exports take 9 minutes.'))).toBe('same')
  expect(
    verdict(below('An old key can work 5 days long.'), below('An old key can work 9 days long.')),
  ).toBe('contradicts')
})

test('coverage that comes or goes, and a question that must be refused', () => {
  expect(verdict(answer(KEYS), refused)).toBe('no_longer_covered')
  expect(verdict(refused, answer(KEYS))).toBe('newly_covered')
  expect(verdict(refused, refused)).toBe('same')
  const mustRefuse = { ...QUESTION, mustRefuse: true }
  expect(verdict(refused, answer(KEYS), mustRefuse)).toBe('worse')
  expect(verdict(answer(KEYS), refused, mustRefuse)).toBe('better')
})

test('another page that says the same, one that fits worse, and one that nobody changed', () => {
  const moved = answer(KEYS, { page: 'rotating' })
  expect(verdict(answer(KEYS), moved)).toBe('cites_another_page')
  const worse = answer('A page about invoices and mail.', { page: 'mail', probability: 0.5 })
  expect(verdict(answer(KEYS), worse)).toBe('worse')
  const untouched = (each: JudgedAnswer): JudgedAnswer => ({
    ...each,
    citations: each.citations.map((citation) => ({ ...citation, is_changed: false })),
  })
  expect(verdict(untouched(answer(KEYS)), untouched(moved))).toBe('same')
})

test('what a set expects decides where nothing contradicts', () => {
  expect(verdict(answer(KEYS, { passed: true }), answer(KEYS, { passed: false }))).toBe('worse')
  expect(verdict(answer(KEYS, { passed: false }), answer(KEYS, { passed: true }))).toBe('better')
})
