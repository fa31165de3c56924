import { expect, test } from 'vitest'
import { countTests } from './count-tests.ts'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((one) => ({ status: one })),
})

test('a file that broke before its tests ran is a failure, beside the failed tests', () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [file('failed'), file('failed', 'passed', 'failed'), file('passed', 'passed')],
  }
  expect(countTests(report, 1)).toEqual({ passed: 2, failed: 2 })
})

test('a run that fails after all its tests passed is a failure', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 0,
    testResults: [file('passed', 'passed')],
  }
  expect(countTests(report, 1)).toEqual({ passed: 1, failed: 1 })
  expect(countTests(report, 0)).toEqual({ passed: 1, failed: 0 })
})

test('a run that left no report is a failure', () => {
  expect(countTests(undefined, 0)).toEqual({ passed: 0, failed: 1 })
})

test('a project without tests is neither', () => {
  const report = { numPassedTests: 0, numFailedTests: 0, testResults: [] }
  expect(countTests(report, 0)).toEqual({ passed: 0, failed: 0 })
})
