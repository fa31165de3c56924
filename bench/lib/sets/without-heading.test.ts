import { expect, test } from 'vitest'
import { withoutHeading } from './without-heading.ts'

const page = '# Pods\n\n## What is a Pod? {#what-is-a-pod}\n\nA Pod is a group.\n\n## Using Pods\n'

test('the heading goes, whatever its anchor and marks; all other lines stay', () => {
  expect(withoutHeading(page, 'What is a *Pod*?')).toBe(
    '# Pods\n\n\nA Pod is a group.\n\n## Using Pods\n',
  )
})

test('the same words in running text stay', () => {
  const text = '## What is a Pod?\n\nWhat is a Pod?'
  expect(withoutHeading(text, 'What is a Pod?')).toBe('\nWhat is a Pod?')
})

test('a page without that heading is a mistake in the set, not a page to score as it is', () => {
  expect(() => withoutHeading(page, 'Using')).toThrow(/No heading/)
})
