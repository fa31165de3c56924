import type {
  Analytics,
  AnalyticsPoint,
  AnalyticsQuery,
} from '@footnote/contract/admin/answers/analytics'
import { analyticsRoutes as routes } from '@footnote/contract/admin/answers/analytics-routes'
import type { FastifyPluginAsync } from 'fastify'
import { listAskedPages } from '../../../analytics/asked-pages.ts'
import { listCitedLabels } from '../../../analytics/cited-labels.ts'
import { countFailures, listFailures } from '../../../analytics/failures.ts'
import { defaultInterval, periodBefore, toPeriod } from '../../../analytics/period.ts'
import {
  COUNTS,
  readCounts,
  readGroupedCounts,
  readUnpricedModels,
} from '../../../analytics/read-counts.ts'
import { listCitedDocuments, listTopQuestions } from '../../../analytics/top.ts'
import type { TenantTransaction } from '../../../platform/database/tenant.ts'
import { findCurrency } from '../../../workspaces/prices.ts'
import { csvLine } from '../../csv.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../serve.ts'
import { asOperator } from '../as-operator.ts'
import { listPage } from '../list-page.ts'
import type { OperatorStreams } from '../operator-streams.ts'

const MAX_GROUPS = 50
const MAX_PAGES_IN_FILE = 10_000
/** As many lines as a chart can have. */
const MAX_SERIES = 6

export const analyticsRoutes =
  ({ operatorDb: db }: Deps, { sendFile }: OperatorStreams): FastifyPluginAsync =>
  async (app) => {
    serve(app, routes.getAnalytics, (request) =>
      asOperator(db, request, (tx) => readAnalytics(tx, request.query)),
    )
    serve(app, routes.exportAnalytics, (request, reply) =>
      sendFile<CsvRow>(request, reply, {
        contentType: 'text/csv; charset=utf-8',
        fileName: 'analytics.csv',
        head: csvLine(CSV_COLUMNS),
        line: csvLine,
        read: async (after) =>
          after
            ? []
            : csvRows(await asOperator(db, request, (tx) => readAnalytics(tx, request.query))),
      }),
    )
    serve(app, routes.listCitedDocuments, async (request) => {
      const period = toPeriod(request.query)
      const read = (tx: TenantTransaction) => listCitedDocuments(tx, period, request.query.limit)
      return { documents: await asOperator(db, request, read) }
    })
    serve(app, routes.listCitedLabels, async (request) => {
      const period = toPeriod(request.query)
      const read = (tx: TenantTransaction) => listCitedLabels(tx, period, request.query.limit)
      return { labels: await asOperator(db, request, read) }
    })
    serve(app, routes.listAskedPages, (request) => {
      const period = toPeriod(request.query)
      return asOperator(db, request, (tx) => listAskedPages(tx, period, request.query.limit))
    })
    serve(app, routes.exportAskedPages, (request, reply) =>
      sendFile<CsvRow>(request, reply, {
        contentType: 'text/csv; charset=utf-8',
        fileName: 'pages.csv',
        head: csvLine(['page_url', 'questions', 'covered']),
        line: csvLine,
        read: async (after) => {
          if (after) return []
          const period = toPeriod(request.query)
          const read = (tx: TenantTransaction) => listAskedPages(tx, period, MAX_PAGES_IN_FILE)
          const { pages } = await asOperator(db, request, read)
          return pages.map(({ page_url, questions, covered }) => [page_url, questions, covered])
        },
      }),
    )
    serve(app, routes.listTopQuestions, (request) => {
      const period = toPeriod(request.query)
      return asOperator(db, request, (tx) => listTopQuestions(tx, period, request.query.limit))
    })
    serve(app, routes.listFailures, (request) =>
      asOperator(db, request, async (tx) => {
        const { rows, next_cursor } = await listPage(request.query, (page) =>
          listFailures(tx, { ...page, code: request.query.error_code }),
        )
        const failures = rows.map(({ created_at, ...failure }) => ({
          ...failure,
          at: created_at.toISOString(),
        }))
        return { failures, next_cursor, counts: await countFailures(tx) }
      }),
    )
  }

async function readAnalytics(
  tx: TenantTransaction,
  { from, to, interval: wanted, group_by: grouping, ...filters }: AnalyticsQuery,
): Promise<Analytics> {
  const period = toPeriod({ from, to })
  const before = periodBefore(period)
  const interval = wanted ?? defaultInterval(period)
  return {
    ...period,
    interval,
    ...(await counted()),
    previous: { ...before, ...(await readCounts(tx, before, interval, filters)) },
    currency: await findCurrency(tx),
    models_without_price: await readUnpricedModels(tx, period, filters),
  }

  async function counted(): Promise<Pick<Analytics, 'totals' | 'series' | 'groups'>> {
    if (!grouping) return { ...(await readCounts(tx, period, interval, filters)), groups: null }
    const options = { grouping, interval, groups: MAX_GROUPS, series: MAX_SERIES }
    return readGroupedCounts(tx, period, options, filters)
  }
}

type CsvRow = readonly (string | number | null)[]

const CSV_COLUMNS = [
  'at',
  'group',
  ...COUNTS,
  'cost',
  'first_delta_ms_p50',
  'first_delta_ms_p95',
  'total_ms_p50',
  'total_ms_p95',
]

const csvRow = (point: AnalyticsPoint, group: string | null): CsvRow => [
  point.at,
  group,
  ...COUNTS.map((name) => point[name]),
  point.cost,
  point.first_delta_ms?.p50 ?? null,
  point.first_delta_ms?.p95 ?? null,
  point.total_ms?.p50 ?? null,
  point.total_ms?.p95 ?? null,
]

const csvRows = ({ series, groups }: Analytics): CsvRow[] =>
  groups === null
    ? series.map((point) => csvRow(point, null))
    : groups.flatMap((group) => group.series.map((point) => csvRow(point, group.value)))
