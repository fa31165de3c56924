import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { requirementsReporter } from './test/support/requirements-reporter.ts'

/** scripts/check adds up the counts from this file. */
const report = process.env['FOOTNOTE_TEST_REPORT']

/** unit needs nothing; store needs Postgres; acceptance and browser need a whole running service. */
export default defineConfig({
  test: {
    reporters: [
      'default',
      requirementsReporter(join(import.meta.dirname, '.requirements')),
      ...(report === undefined
        ? []
        : [['json', { outputFile: report }] satisfies ['json', object]]),
    ],
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{contract,server,sdk,cli,scripts,bench}/**/*.test.ts',
            'test/unit/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/*.store.test.ts'],
          // Some wait for a limit to be passed, on machines that do other things too.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'store',
          globalSetup: ['test/support/store-setup.ts'],
          include: ['server/**/*.store.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'acceptance',
          globalSetup: ['test/support/store-setup.ts'],
          include: ['test/acceptance/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'chaos',
          globalSetup: ['test/support/store-setup.ts'],
          include: ['test/chaos/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'browser',
          globalSetup: ['test/support/store-setup.ts'],
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
        },
      },
    ],
  },
})
