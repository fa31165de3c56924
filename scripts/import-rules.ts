import type { OxlintOverride } from 'oxlint'

/**
 * Imports point down only. A folder may import from those in later rows, never from its own row or
 * an earlier one. One list, read by lint; the table in ARCHITECTURE.md has the same order.
 */
export const LAYERS = [
  ['main'],
  ['compose'],
  ['startup'],
  ['config'],
  ['http', 'jobs', 'rotation', 'moving'],
  ['channels', 'webhooks', 'digests'],
  ['answering', 'ingestion'],
  ['evaluations'],
  ['questions'],
  ['retrieval', 'conversations', 'widgets'],
  ['analytics', 'sources'],
  ['knowledge', 'access', 'connectors', 'parsing'],
  ['models', 'workspaces'],
  ['events'],
  ['text', 'platform'],
] as const

/** Tests beside the code may use what they need. */
const UNIT_TESTS = ['{contract,server,sdk}/**/*.test.ts']

/** The one file that may load ONNX Runtime, because it turns off the telemetry first. */
const ONNX_RUNTIME = 'server/src/models/onnx/onnx-runtime.ts'
const throughOnnxRuntime = {
  regex: '^onnxruntime-',
  message: `Only ${ONNX_RUNTIME} imports ONNX Runtime: it turns off its telemetry first.`,
}

/** Matches `./name.ts`, `../name.ts`, `../name/…` and nothing that merely contains the word. */
const getImports = (name: string) => `^(\\.{1,2}/)+${name}(\\.ts$|/)`

/** Regular expressions are Rust's, which know no look-ahead and ignore a pattern that has one. */
function forbid(files: string[], patterns: { regex: string; message: string }[]): OxlintOverride {
  return {
    files,
    excludeFiles: [...UNIT_TESTS, ONNX_RUNTIME],
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
          regex: getImports(other),
          message: `Imports point down only: ${layer} may not import ${other}. See ARCHITECTURE.md.`,
        })),
        { regex: '^@footnote/(client|cli|server)', message: 'The server imports contract only.' },
        throughOnnxRuntime,
      ],
    )
  }),
)

const packages = [
  forbid(
    ['contract/**'],
    [
      { regex: '^([^.z]|z[^o]|zo[^d]|zod.)', message: 'The contract imports zod only.' },
      { regex: '/(server|sdk|cli)/', message: 'The contract imports no other package.' },
    ],
  ),
  forbid(['sdk/src/**'], [{ regex: '^([^.r]|r[^e])', message: 'The sdk has no dependencies.' }]),
  forbid(
    ['test/acceptance/**'],
    [{ regex: '(^|/)server(/|$)', message: 'Acceptance tests talk to a running server.' }],
  ),
  forbid(['bench/**', 'cli/**', 'scripts/**'], [throughOnnxRuntime]),
]

export const importRules: OxlintOverride[] = [
  ...serverLayers,
  ...packages,
  {
    files: ['server/src/**'],
    excludeFiles: ['server/src/main.ts', 'server/src/models/onnx/no-telemetry.ts', '**/*.test.ts'],
    rules: {
      'eslint/no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only main.ts reads the environment.' },
      ],
    },
  },
]
