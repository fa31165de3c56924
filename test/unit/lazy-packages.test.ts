import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const MAIN = join(import.meta.dirname, '../../server/src/main.ts')

/** Statements that load a module at once; those of types alone are erased. */
const STATIC_IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\bfrom\s+)?'([^']+)'/gm

/** The packages that a start loads, by following static imports from a file. */
function packagesLoadedBy(file: string): Set<string> {
  const packages = new Set<string>()
  const seen = new Set<string>()
  const pending = [file]
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    for (const [, imported = ''] of readFileSync(path, 'utf8').matchAll(STATIC_IMPORT)) {
      if (imported.startsWith('.')) pending.push(join(dirname(path), imported))
      else packages.add(imported)
    }
  }
  return packages
}

test('a start does not load what few deployments use', () => {
  const loaded = [...packagesLoadedBy(MAIN)]
  expect(loaded).toContain('fastify')
  expect(
    loaded.filter((name) =>
      /^(@?better-auth|oidc-provider|isomorphic-git|redis|@opentelemetry)\b/.test(name),
    ),
  ).toEqual([])
})
