import { defineConfig } from 'vitest/config'

/** unit needs nothing; store needs Postgres; acceptance and browser need a whole running service. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,server,sdk,cli,scripts}/**/*.test.ts', 'test/unit/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.store.test.ts'],
        },
      },
      {
        test: {
          name: 'store',
          include: ['server/**/*.store.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'acceptance',
          include: ['test/acceptance/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
        },
      },
    ],
  },
})
