import { expect, test } from 'vitest'
import { aboutPage } from './about-page.ts'

const about = (
  question: string,
  { title = 'Webhooks', isFollowUp = false, languages = ['en'] } = {},
) => aboutPage(question, { title }, { languages, isFollowUp })

test.each([
  ['What does this page say about retries?', 'en'],
  ['How do I sign this?', 'en'],
  ['Which limits apply here?', 'en'],
  ['Wie lange ist das hier gültig und wo stelle ich es ein?', 'de'],
  ['¿Cómo activo esto y qué límites tiene aquí?', 'es'],
  ['Comment activer cette fonction ici et combien coûte-t-elle ?', 'fr'],
  ['このページの制限は何ですか', 'ja'],
  ['这个怎么用', 'zh'],
])('%s is searched for with the title of the page', (question, language) => {
  expect(about(question, { languages: [language] })).toBe(`${question} Webhooks`)
})

test.each(['How do I rotate a client key?', 'connect confluence', 'Is there a limit?'])(
  '%s refers to no page',
  (question) => {
    expect(about(question)).toBe(question)
  },
)

test('a word of the title that the question has is not added again', () => {
  expect(about('How do I replace this secret?', { title: 'Secrets of webhooks' })).toBe(
    'How do I replace this secret? webhooks',
  )
})

test('in a conversation what was said before is meant, unless the page is named', () => {
  const isFollowUp = true
  expect(about('How long is this valid?', { isFollowUp })).toBe('How long is this valid?')
  expect(about('Is that on this page?', { isFollowUp })).toBe('Is that on this page? Webhooks')
  expect(about('Is that different here?', { isFollowUp })).toContain('Webhooks')
})
