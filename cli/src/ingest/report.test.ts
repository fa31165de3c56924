import { expect, test } from 'vitest'
import { renderReport } from './report.ts'
import { newTally } from './upload.ts'

const outcome = {
  tally: { ...newTally(), created: 1200, unchanged: 3 },
  passages: 5000,
  passagesAdded: 4000,
  elapsedSeconds: 80,
}

test('the summary has the outcome, the duration and the rate', () => {
  expect(renderReport({ ...outcome, failures: [] })).toBe(
    [
      'new        1,200',
      'changed    0',
      'unchanged  3',
      'failed     0',
      'passages   5,000 in the knowledge base, 50.0 added a second',
      'time       1 min 20 s',
    ].join('\n'),
  )
})

test('lists failures with their reasons, up to a hundred', () => {
  const failures = Array.from({ length: 103 }, (_, index) => ({
    label: `page-${index}.md`,
    reason: 'is not UTF-8 text',
  }))
  const lines = renderReport({ ...outcome, failures }).split('\n')
  expect(lines).toContain('failed     103')
  expect(lines).toContain('  page-99.md: is not UTF-8 text')
  expect(lines).not.toContain('  page-100.md: is not UTF-8 text')
  expect(lines.at(-1)).toBe('  … and 3 more')
})
