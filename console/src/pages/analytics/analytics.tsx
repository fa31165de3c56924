import type { Analytics as Counts } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { analyticsQuery } from '../../api/analytics-queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ExportLink } from '../../ui/export-link.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { AnalyticsFigures } from './analytics-figures.tsx'
import { AnalyticsFilters } from './analytics-filters.tsx'
import type { AnalyticsChoice, View } from './analytics-query.ts'
import { choosePeriod, MEASURES, toPoints, toQuery } from './analytics-query.ts'
import { AskedPages } from './asked-pages.tsx'
import { Chart } from './chart.tsx'
import { CitedLabels } from './cited-labels.tsx'
import { Failures } from './failures.tsx'
import { GroupTable } from './group-table.tsx'
import { toLines, useGroupName } from './lines.ts'
import { t } from './texts.ts'
import { TopDocuments, TopQuestions } from './top-lists.tsx'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/analytics'

export function Analytics() {
  const { knowledgeBaseId } = useScope()
  const choice = useSearch({ from: ROUTE })
  const period = choosePeriod(choice)
  const query = useQuery(analyticsQuery(knowledgeBaseId, toQuery(choice)))
  return (
    <Page
      title={t.analytics.title}
      actions={
        <ExportLink
          path={`/knowledge-bases/${knowledgeBaseId}/analytics.csv`}
          query={toQuery(choice)}
          fileName="analytics.csv"
        />
      }
    >
      <p className="-mt-3 text-ink-2">{t.analytics.lead}</p>
      <AnalyticsFilters />
      <QueryView query={query} lines={14}>
        {(counts) => <CountsView counts={counts} choice={choice} />}
      </QueryView>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <TopDocuments period={period} />
        <TopQuestions period={period} />
        <AskedPages period={period} />
        <CitedLabels period={period} />
      </div>
      <Failures />
    </Page>
  )
}

function CountsView({ counts, choice }: { counts: Counts; choice: AnalyticsChoice }) {
  const scope = useScope()
  const getName = useGroupName(choice.group)
  const view: View = choice.view ?? 'use'
  if (counts.totals.questions + counts.totals.failed === 0) {
    return (
      <Card>
        <Empty
          title={t.analytics.empty}
          reason={t.analytics.emptyReason}
          action={
            <Link
              to="/w/$workspaceId/kb/$knowledgeBaseId/widgets"
              params={scope}
              className={buttonClass()}
            >
              {t.analytics.toWidgets}
            </Link>
          }
        />
      </Card>
    )
  }
  return (
    <>
      <AnalyticsFigures counts={counts} />
      <Card
        title={
          counts.groups === null ? t.analytics.views[view] : t.analytics.measures[MEASURES[view][0]]
        }
        note={t.analytics.from(counts.from, counts.to)}
      >
        <Chart
          view={view}
          counts={counts}
          points={toPoints(counts)}
          lines={toLines(counts, view, getName)}
        />
        {view === 'cost' && counts.totals.unpriced > 0 && <Unpriced counts={counts} />}
      </Card>
      {counts.groups !== null && choice.group !== undefined && (
        <GroupTable
          grouping={choice.group}
          groups={counts.groups}
          currency={counts.currency}
          getName={getName}
        />
      )}
    </>
  )
}

/** What the sum lacks. */
const Unpriced = ({ counts: { totals, models_without_price: models } }: { counts: Counts }) => (
  <p className="mt-3 [overflow-wrap:anywhere] text-ink-2">
    {t.analytics.unpriced(formatNumber(totals.unpriced), models.join(', '))}{' '}
    <Link
      to="/w/$workspaceId/kb/$knowledgeBaseId/models"
      params={useScope()}
      className="text-accent underline"
    >
      {t.analytics.toPrices}
    </Link>
  </p>
)
