import { seedTenant } from '../../test/support/store/seed.ts'
import { withDatabase, withRoles } from '../lib/database.ts'
import type { Figures } from '../lib/figures.ts'
import type { BenchOptions } from '../lib/options.ts'
import { printTable } from '../lib/table.ts'
import { measureCounting } from './cost-of-counting.ts'
import { DAYS, generateAnswers } from './generate-answers.ts'
import { measureReading } from './time-of-reading.ts'

const POSTGRES = 'shared_buffers = 2GB\nmax_wal_size = 16GB\ncheckpoint_timeout = 30min\n'
const ANSWERS = 1_000_000
const SHORT_ANSWERS = 20_000

/** What counting costs an answer, and how long operators wait for what was counted. */
export async function run({ short, questions }: BenchOptions): Promise<Figures> {
  const answers = questions ?? (short ? SHORT_ANSWERS : ANSWERS)
  return withDatabase(
    (database) =>
      withRoles(database, async (roles) => {
        const cost = await measureCounting(
          roles,
          await seedTenant(roles.worker.db),
          short ? 200 : 1_000,
        )
        printTable('Storing an answer (ms)', Object.keys(cost), [Object.values(cost)])
        const tenant = await seedTenant(roles.worker.db)
        const startMs = performance.now()
        await generateAnswers(database.ownerUrl, tenant, answers)
        const generatedSeconds = Math.round((performance.now() - startMs) / 1000)
        const reading = await measureReading(roles, tenant)
        const rows = Object.entries(reading).map(([what, { p50, p95 }]) => [what, p50, p95])
        printTable(`Reading, of ${answers} answers (ms)`, ['what', 'p50', 'p95'], rows)
        return { answers, days: DAYS, generatedSeconds, cost, reading }
      }),
    POSTGRES,
  )
}
