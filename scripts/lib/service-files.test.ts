import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SERVICE_FILES } from './service-files.ts'

const ROOT = join(import.meta.dirname, '../..')
const SCRIPTS = SERVICE_FILES.filter((file) => file.startsWith('scripts/'))

test.each(SCRIPTS)('%s sources and reads only files that are packed with it', (script) => {
  const text = readFileSync(join(ROOT, script), 'utf8')
  const named = [...text.matchAll(/(?<=^| )"\$root\/([\w/.-]+)"/gm)].map(([, file]) => file)
  expect(SERVICE_FILES).toEqual(expect.arrayContaining(named))
})
