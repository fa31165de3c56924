import { DRAFT_TODO } from '@footnote/contract/admin/answers/drafts'
import { expect, test } from 'vitest'
import { openQuestions } from '../../console/src/pages/gaps/open-questions.ts'

test('the console counts what the service marks as not covered', () => {
  const section = `## Who pays?\n\n> **${DRAFT_TODO}** Who pays?\n`
  expect(openQuestions(section.repeat(2))).toBe(2)
  expect(openQuestions('## Who pays?\n\nThe workspace does.')).toBe(0)
})
