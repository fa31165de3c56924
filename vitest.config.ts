import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { requirementsReporter } from './test/support/requirements-reporter.ts'

/** scripts/check adds up the counts from this file. */
const report = process.env['FOOTNOTE_TEST_REPORT']

/** scripts/check runs projects in parallel, and two runs must not write to the same cache. */
const cacheDir = process.env['FOOTNOTE_TEST_CACHE']

/** How long a test polls for a condition; the default of 1 s is short on a busy machine. */
const expectSettings = { poll: { timeout: 60_000 } }

/**
 * Files share their worker's modules: loading them again for each file was a third of the CPU. A file
 * leaves no mock, global or environment variable behind; test/unit/shared-workers.test.ts checks it.
 */
const isolate = false

/** scripts/check runs unit tests beside browsers, on machines that others share too. */
const unitTimeoutMs = report === undefined ? 30_000 : 300_000

const withService = { setupFiles: ['test/support/whole-days.ts', 'test/support/print-failures.ts'] }

/** Projects that run only when they are named: they need Go, Python or PostgreSQL 17, or overwrite pictures. */
const named = <Project>(name: string, project: Project): Project[] =>
  process.argv.slice(2).some((argument) => argument.includes(name)) ? [project] : []

/** unit and hostile need nothing; store needs Postgres; acceptance and browser need a whole running service. */
export default defineConfig({
  ...(cacheDir === undefined ? {} : { cacheDir }),
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
          setupFiles: ['test/support/properties/fixed-seed.ts'],
          isolate,
          expect: expectSettings,
          include: [
            '{contract,server,sdk,cli,widget,console,scripts,bench}/**/*.test.ts',
            'test/{faults,unit}/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/*.store.test.ts', '**/*.hostile.test.ts'],
          testTimeout: process.env['FUZZ'] === 'full' ? 3_600_000 : unitTimeoutMs,
          hookTimeout: unitTimeoutMs,
          // Many wait for time limits. On two cores: 89 s with two, 56 s with four.
          maxWorkers: 4,
        },
      },
      {
        // What attackers and chance send to the parsers and to answers. It takes the CPU that it is given.
        test: {
          name: 'hostile',
          setupFiles: ['test/support/properties/fixed-seed.ts'],
          isolate,
          expect: expectSettings,
          include: ['server/**/*.hostile.test.ts'],
          testTimeout: process.env['FUZZ'] === 'full' ? 3_600_000 : 600_000,
          hookTimeout: 600_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'store',
          setupFiles: ['test/support/whole-days.ts'],
          isolate,
          expect: expectSettings,
          globalSetup: ['test/support/store/store-setup.ts'],
          include: ['server/**/*.store.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          // They wait for PostgreSQL more than they work.
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'acceptance',
          ...withService,
          isolate,
          expect: expectSettings,
          globalSetup: ['test/support/store/store-setup.ts'],
          include: ['test/acceptance/**/*.test.ts'],
          // The first test of a file starts its service, which takes half a minute on a busy machine.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          // On two cores: they wait more than they work. 667 tests took 845 s with two, 500 s with three.
          maxWorkers: 4,
        },
      },
      ...named('chart', {
        // The Helm chart, rendered by Go's templates, which scripts/install-system installs.
        test: {
          name: 'chart',
          include: ['test/chart/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      }),
      ...named('python', {
        // The Python client, with mypy and build, which scripts/install-system installs.
        test: {
          name: 'python',
          include: ['test/python/**/*.test.ts'],
          // mypy takes 20 s of CPU time.
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      }),
      ...named('postgres17', {
        // On PostgreSQL 17, which scripts/check starts: what depends on the version of PostgreSQL most.
        test: {
          name: 'postgres17',
          ...withService,
          isolate,
          expect: expectSettings,
          globalSetup: [
            'test/support/store/store-setup.ts',
            'test/support/store/postgres-17-setup.ts',
          ],
          include: [
            'server/src/platform/database/*.store.test.ts',
            'server/src/knowledge/spaces/*.store.test.ts',
            'server/src/moving/*.store.test.ts',
            'server/src/retrieval/*.store.test.ts',
            'test/acceptance/{move,restore,visibility}.test.ts',
          ],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          maxWorkers: 2,
        },
      }),
      {
        test: {
          name: 'chaos',
          ...withService,
          expect: expectSettings,
          globalSetup: ['test/support/store/store-setup.ts'],
          include: ['test/chaos/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          // They wait for restarts, leases and time limits more than they work. With three on two
          // cores some are refused for overload.
          maxWorkers: 2,
        },
      },
      {
        // These measure memory, CPU and how many are served, so nothing runs beside them.
        test: {
          name: 'load',
          ...withService,
          expect: expectSettings,
          globalSetup: ['test/support/store/store-setup.ts'],
          include: ['test/load/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          maxWorkers: 1,
          // After chaos when both are run: npm run chaos.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'browser',
          ...withService,
          isolate,
          expect: expectSettings,
          globalSetup: [
            'test/support/store/store-setup.ts',
            'test/support/browser/browser-setup.ts',
          ],
          include: ['test/browser/**/*.test.ts'],
          // The first test of a file starts its service, which takes half a minute on a busy machine.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          // A page that is loaded or a worker that indexes is waited for most of the time.
          maxWorkers: 2,
        },
      },
      ...named('screenshots', {
        // npm run screenshots: not a check, it writes the pictures of the docs.
        test: {
          name: 'screenshots',
          globalSetup: [
            'test/support/store/store-setup.ts',
            'test/support/browser/browser-setup.ts',
          ],
          include: ['test/screenshots/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          maxWorkers: 1,
        },
      }),
    ],
  },
})
