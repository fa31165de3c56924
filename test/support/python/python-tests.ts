import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import { PYTHON, PYTHON_FOLDER } from '../../../scripts/lib/build-python.ts'

const run = promisify(execFile)

const Line = z.object({ test: z.string(), failure: z.string().nullish() })

const readLines = (printed: string) =>
  printed
    .trim()
    .split('\n')
    .map((line) => Line.parse(JSON.parse(line)))

const report = (...more: string[]) => ['-m', 'tests.report', ...more]

/** The Python tests directly in a folder, so that each can be a test here. */
export const listPythonTests = (folder: string): string[] =>
  readLines(
    execFileSync(PYTHON, report('--list', folder), { cwd: PYTHON_FOLDER, encoding: 'utf8' }),
  ).map(({ test }) => test)

/** Runs them all. How each failed, by its name; null for those that passed. */
export async function runPythonTests(
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Map<string, string | null>> {
  const { stdout } = await run(PYTHON, report(folder), {
    cwd: PYTHON_FOLDER,
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  })
  const failures = new Map<string, string | null>()
  for (const { test, failure } of readLines(stdout)) {
    failures.set(test, failures.get(test) ?? failure ?? null)
  }
  return failures
}
