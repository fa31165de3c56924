import type { AnalyticsGrouping } from '@footnote/contract/admin/answers/analytics'
import { readCounts, readGroupedCounts } from '../../server/src/analytics/read-counts.ts'
import { defaultInterval, periodBefore, periodOf } from '../../server/src/analytics/period.ts'
import { listCitedDocuments, listTopQuestions } from '../../server/src/analytics/top.ts'
import type { MessageFilters } from '../../server/src/conversations/message-filters.ts'
import { listMessages } from '../../server/src/conversations/messages.ts'
import type { Tenant, TenantTransaction } from '../../server/src/platform/database/tenant.ts'
import { withTenant } from '../../server/src/platform/database/tenant.ts'
import type { Roles } from '../lib/database.ts'
import { rounded } from '../lib/figures.ts'
import { timeRepeats } from '../lib/time-repeats.ts'
import { percentile } from '../../server/src/evaluations/metrics/ranking-metrics.ts'

const REPEATS = 25
const YEAR_AND_MORE = periodOf({
  from: new Date(Date.now() - 399 * 86_400_000).toISOString().slice(0, 10),
})
const MONTH = periodOf({})

type Period = typeof MONTH

/** All that `GET …/analytics` reads. */
async function page(tx: TenantTransaction, period: Period, grouping?: AnalyticsGrouping) {
  const interval = defaultInterval(period)
  if (grouping) {
    await readGroupedCounts(tx, period, { grouping, interval, groups: 50, series: 6 }, {})
  } else {
    await readCounts(tx, period, interval, {})
  }
  await readCounts(tx, periodBefore(period), interval, {})
}

const PAIRS: Record<string, MessageFilters> = {
  'vote down, language ja': { vote: 'down', language: 'ja' },
  'not covered, source mcp': { covered: 'false', source: 'mcp' },
  'vote up, model extract': { vote: 'up', model: 'extract' },
  // Nothing has a tag.
  'vote down, a tag nobody gave': { vote: 'down', tag: 'none' },
  'gap, of the month a year ago': {
    gap: 'true',
    from: new Date(Date.now() - 365 * 86_400_000).toISOString(),
    to: new Date(Date.now() - 335 * 86_400_000).toISOString(),
  },
}

/** Through the functions of the endpoints, as the worker role; without HTTP. */
export async function measureReading({ worker }: Roles, tenant: Tenant) {
  const timed = (read: (tx: TenantTransaction) => Promise<unknown>) =>
    timesOf(() => withTenant(worker.db, tenant, read))
  const list = (filters: MessageFilters) => (tx: TenantTransaction) =>
    listMessages(tx, tenant, { limit: 50, before: null, filters })
  const figures: Record<string, { p50: number; p95: number }> = {}
  for (const [name, period] of [
    ['30 days', MONTH],
    ['400 days', YEAR_AND_MORE],
  ] as const) {
    figures[`analytics, ${name}`] = await timed((tx) => page(tx, period))
    figures[`analytics by source, ${name}`] = await timed((tx) => page(tx, period, 'source'))
    figures[`analytics by language, ${name}`] = await timed((tx) => page(tx, period, 'language'))
    figures[`documents, ${name}`] = await timed((tx) => listCitedDocuments(tx, period, 20))
    figures[`questions, ${name}`] = await timed((tx) => listTopQuestions(tx, period, 20))
  }
  figures['inbox without filters'] = await timed(list({}))
  for (const [name, filters] of Object.entries(PAIRS)) {
    figures[`inbox: ${name}`] = await timed(list(filters))
  }
  return figures
}

async function timesOf(work: () => Promise<unknown>): Promise<{ p50: number; p95: number }> {
  const times = await timeRepeats(work, { repeats: REPEATS, warmUps: 1 })
  return { p50: rounded(percentile(times, 0.5)), p95: rounded(percentile(times, 0.95)) }
}
