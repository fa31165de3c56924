import { expect, test } from 'vitest'
import config from '../../vitest.config.ts'
import { msUntilWholeTest } from '../support/whole-days.ts'

test.each([
  ['2026-11-19T12:00:00Z', 0],
  ['2026-11-19T23:49:59Z', 0],
  ['2026-11-19T23:56:00Z', 240_000],
  ['2026-11-30T23:59:59.500Z', 500],
  ['2026-12-01T00:00:00Z', 0],
])('at %s a test waits for %i ms', (at, ms) => {
  expect(msUntilWholeTest(Date.parse(at))).toBe(ms)
})

test('every project with a database keeps its tests within one day', () => {
  const projects = (config.test?.projects ?? []).flatMap((project) =>
    typeof project === 'object' && 'test' in project ? [project.test] : [],
  )
  const without = projects.filter(
    (project) => !project?.setupFiles?.includes('test/support/whole-days.ts'),
  )
  expect(projects.length).toBeGreaterThan(5)
  expect(without.map((project) => project?.name)).toEqual(['unit', 'hostile'])
})
