import { readFile, writeFile } from 'node:fs/promises'
import { buildOpenapi } from '@footnote/contract/openapi'
import { servedRoutes } from '@footnote/contract/routes'
import { z } from 'zod'

const OPENAPI_FILE = new URL('../docs/reference/openapi.json', import.meta.url)
const PACKAGE_FILE = new URL('../package.json', import.meta.url)

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(await readFile(PACKAGE_FILE, 'utf8')))
const wanted = `${JSON.stringify(buildOpenapi(servedRoutes, { version }), null, 2)}\n`

if (process.argv.includes('--check')) {
  const written = await readFile(OPENAPI_FILE, 'utf8').catch(() => '')
  if (written !== wanted) {
    console.error('docs/reference/openapi.json differs from the contract. Run: npm run openapi')
    process.exitCode = 1
  }
} else {
  await writeFile(OPENAPI_FILE, wanted)
}
