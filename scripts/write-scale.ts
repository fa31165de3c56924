import { renderScale } from './lib/scale/page.ts'
import { readResults } from './lib/scale/results.ts'
import { writeOrCheck } from './lib/write-or-check.ts'

await writeOrCheck('docs/scale.md', renderScale(await readResults()), 'npm run scale')
