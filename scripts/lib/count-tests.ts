import { existsSync, readFileSync } from 'node:fs'

type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/**
 * Counts the tests of vitest's JSON report. A file that broke before its tests ran counts as one
 * failure, and so does a run that failed, or wrote no report, without a failed test.
 */
export function countTests(
  report: Report | undefined,
  exitCode: number,
): { passed: number; failed: number } {
  if (report === undefined) return { passed: 0, failed: 1 }
  const brokenFiles = report.testResults.filter(
    (file) =>
      file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  )
  const failed = report.numFailedTests + brokenFiles.length
  return { passed: report.numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed }
}

function readReport(path: string): Report | undefined {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

if (import.meta.main) {
  const [path = '', exitCode = '1'] = process.argv.slice(2)
  const { passed, failed } = countTests(readReport(path), Number(exitCode))
  console.log(passed, failed)
}
