import { expect, test } from 'vitest'
import { splitWords } from './words.ts'

const texts = (text: string, language = 'en') => splitWords(text, language).map((word) => word.text)

test.each([
  ['How do I configure Jenkins?', ['configure', 'Jenkins']],
  ["What's Jenkins's plugin, and why doesn't it run?", ['Jenkins', 'plugin', 'run']],
  ['my-app-17 or v1.29.3', ['app', '17', 'v1', '29', '3']],
  ['pods, Pods and pods', ['pods', 'Pods']],
  ['检查 templates', ['templates']],
])('%s', (text, words) => {
  expect(texts(text)).toEqual(words)
})

test('a word in camel case has its own term and those of its parts', () => {
  expect(splitWords('StatefulSet', 'en')).toEqual([
    { text: 'StatefulSet', terms: ['statefulset', 'state', 'set'] },
  ])
})

test('stop words are those of the language', () => {
  expect(texts('die Häuser', 'de')).toEqual(['Häuser'])
  expect(texts("l'application", 'fr')).toEqual(['application'])
})
