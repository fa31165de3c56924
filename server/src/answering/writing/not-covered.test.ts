import { expect, test } from 'vitest'
import { scoreLanguages } from '../../text/language.ts'
import { notCoveredText } from './not-covered.ts'

const LANGUAGES =
  'en de es fr it pt nl sv da no fi pl cs ru uk tr ar he hi zh ja ko vi th id el hu ro'.split(' ')

test.each(LANGUAGES)('a reader of %s is told in that language, with the name', (language) => {
  const text = notCoveredText(language, 'X')
  expect(text).toContain('X')
  const [best] = [...scoreLanguages(text).scores].toSorted((a, b) => b[1] - a[1])
  expect(best?.[0]).toBe(language)
})

test.each(['xx', '', 'eo', 'constructor', '__proto__'])(
  'English for a language without a sentence: %j',
  (language) => {
    expect(notCoveredText(language, 'Docs')).toBe(notCoveredText('en', 'Docs'))
  },
)

test('a region, or a written form of Norwegian, does not change the sentence', () => {
  expect(notCoveredText('pt-BR', 'Docs')).toBe(notCoveredText('pt', 'Docs'))
  expect(notCoveredText('nb', 'Docs')).toBe(notCoveredText('no', 'Docs'))
})

test('the name is inserted verbatim, `$&` included', () => {
  expect(notCoveredText('en', "$& and $' {}")).toContain("“$& and $' {}”")
})
