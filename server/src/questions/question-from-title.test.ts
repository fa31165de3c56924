import { expect, test } from 'vitest'
import { questionFromTitle } from './question-from-title.ts'

test('a title that is a question stays as it is', () => {
  expect(questionFromTitle('What is a cell?', 'en')).toBe('What is a cell?')
  expect(questionFromTitle(' Was ist\n eine Zelle? ', 'de')).toBe('Was ist eine Zelle?')
  expect(questionFromTitle('セルとは何ですか？', 'ja')).toBe('セルとは何ですか？')
})

test('other titles are asked about, in their language', () => {
  expect(questionFromTitle('How to rotate keys', 'en')).toBe('How do I rotate keys?')
  expect(questionFromTitle('Rate limits.', 'en')).toBe('What should I know about Rate limits?')
  expect(questionFromTitle('Grenzen', 'de')).toBe('Was sollte ich über „Grenzen“ wissen?')
  expect(questionFromTitle('Installation', 'sv')).toBe('Installation?')
})

test('what is no title makes no question', () => {
  const names = ['', '  ', '—', '404', 'https://x.test/a', 'index.html', 'README', 'setup.md']
  for (const name of names) expect(questionFromTitle(name, 'en'), name).toBeNull()
})

test('a question has at most 200 characters', () => {
  const around = 'What should I know about ?'.length
  expect(questionFromTitle('🔑a'.repeat((200 - around) / 2), 'en')).toHaveLength(
    200 + (200 - around) / 2,
  )
  expect(questionFromTitle('a'.repeat(200 - around + 1), 'en')).toBeNull()
})
