import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renderScale } from './lib/scale/page.ts'
import { readResults } from './lib/scale/results.ts'

const PAGE = join(import.meta.dirname, '../docs/scale.md')

const page = renderScale(await readResults())
if (process.argv.includes('--check')) {
  if ((await readFile(PAGE, 'utf8').catch(() => '')) !== page) {
    console.error('docs/scale.md is out of date. Run: npm run scale')
    process.exitCode = 1
  }
} else await writeFile(PAGE, page)
