import { defineConfig } from 'oxlint'
import { importRules } from './scripts/import-rules.ts'

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'import', 'promise', 'node', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  options: { typeAware: true },
  rules: {
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/consistent-type-imports': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'eslint/max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    'eslint/no-console': 'error',
    'eslint/eqeqeq': 'error',
    'eslint/prefer-const': 'error',
    // One after another is often the point: batches, retries, ordered writes.
    'eslint/no-await-in-loop': 'off',
    'eslint/no-underscore-dangle': 'off',
    // `import '…'` for side effects is how a worker thread's entry starts.
    'import/no-unassigned-import': 'off',
    // tsc's noImplicitReturns knows an exhaustive switch; this rule does not.
    'typescript/consistent-return': 'off',
    'vitest/no-standalone-expect': [
      'error',
      { additionalTestBlockFunctions: ['verifies', 'test', 'test.for'] },
    ],
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'fc.assert'] }],
    // pg and fast-check are meant to be used through their default export.
    'import/no-named-as-default-member': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/consistent-function-scoping': 'off',
  },
  overrides: [
    ...importRules,
    {
      files: ['*.config.ts', 'site/.vitepress/**'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      // Written from the contract.
      files: ['sdk/src/wire/*.ts'],
      rules: { 'eslint/max-lines': 'off', 'typescript/no-redundant-type-constituents': 'off' },
    },
    {
      files: ['cli/**', 'bench/**', 'scripts/**', 'site/**', 'test/**'],
      rules: { 'eslint/no-console': 'off' },
    },
    {
      files: ['**/*.test.ts', 'test/**', 'bench/**'],
      rules: { 'typescript/no-unsafe-type-assertion': 'off' },
    },
  ],
})
