import { expect, test } from 'vitest'
import { getPage } from './sign-in-link-mail.ts'

test('links of the first cell are as they were, those of others name theirs', () => {
  expect(getPage('00', 'https://ask.example.com/a')).toBe('https://ask.example.com/a')
  expect(getPage('01', 'https://ask.example.com/a')).toBe('https://ask.example.com/a?cell=01')
})
