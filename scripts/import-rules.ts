import type { OxlintOverride } from 'oxlint'

/**
 * Imports point down only. A folder may import from those in later rows, never from its own row or
 * an earlier one. One list, read by lint; ARCHITECTURE.md draws the same picture.
 */
const LAYERS = [
  ['main'],
  ['compose'],
  ['http', 'jobs'],
  ['answering', 'ingestion', 'questions', 'analytics'],
  ['retrieval', 'conversations', 'widgets'],
  ['knowledge', 'access'],
  ['models', 'workspaces'],
  ['platform'],
] as const

/** Tests beside the code may use what they need. */
const UNIT_TESTS = ['{contract,server,sdk}/**/*.test.ts']

/** Matches `./name.ts`, `../name.ts`, `../name/…` and nothing that merely contains the word. */
const importsOf = (name: string) => `^(\\.{1,2}/)+${name}(\\.ts$|/)`

/** Regular expressions are Rust's, which know no look-ahead and ignore a pattern that has one. */
function forbid(files: string[], patterns: { regex: string; message: string }[]): OxlintOverride {
  return {
    files,
    excludeFiles: UNIT_TESTS,
    rules: { 'eslint/no-restricted-imports': ['error', { patterns }] },
  }
}

const serverLayers = LAYERS.flatMap((row, index) =>
  row.map((layer) => {
    const above = LAYERS.slice(0, index).flat()
    const beside = row.filter((other) => other !== layer)
    return forbid(
      [`server/src/${layer}/**`, `server/src/${layer}.ts`],
      [
        ...[...above, ...beside].map((other) => ({
          regex: importsOf(other),
          message: `Imports point down only: ${layer} may not import ${other}. See ARCHITECTURE.md.`,
        })),
        { regex: '^@footnote/(sdk|cli|server)', message: 'The server imports contract only.' },
      ],
    )
  }),
)

const packages = [
  forbid(
    ['contract/**'],
    [{ regex: '^([^.z]|z[^o]|zo[^d]|zod.)', message: 'The contract imports zod only.' }],
  ),
  forbid(
    ['sdk/src/**'],
    [{ regex: '^([^.@]|@[^f]|@footnote/[^c])', message: 'The sdk has no dependencies.' }],
  ),
  forbid(
    ['test/acceptance/**'],
    [{ regex: '(^|/)server(/|$)', message: 'Acceptance tests talk to a running server.' }],
  ),
]

export const importRules: OxlintOverride[] = [
  ...serverLayers,
  ...packages,
  {
    files: ['server/src/**'],
    excludeFiles: ['server/src/main.ts', '**/*.test.ts'],
    rules: {
      'eslint/no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only main.ts reads the environment.' },
      ],
    },
  },
]
