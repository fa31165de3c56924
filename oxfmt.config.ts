import { defineConfig } from 'oxfmt'

export default defineConfig({
  semi: false,
  singleQuote: true,
  printWidth: 100,
  ignorePatterns: [
    'package-lock.json',
    'docs/reference/openapi.json',
    'docs/configuration.md',
    'docs/reference/metrics.md',
    'docs/scale.md',
    'bench/results/**',
    // Not YAML before Helm has rendered them.
    'deploy/helm/*/templates/**',
    'sdk/src/wire/public.ts',
    'sdk/src/wire/admin.ts',
    'sdk/src/wire/admin-calls.ts',
  ],
})
