import { useQuery } from '@tanstack/react-query'
import { analyticsQuery } from '../../api/analytics-queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { AnalyticsFigures } from '../analytics/analytics-figures.tsx'
import { toPeriod, toQuery } from '../analytics/analytics-query.ts'
import { TopDocuments } from '../analytics/top-lists.tsx'
import { Checklist } from './checklist.tsx'
import { LargestGaps } from './largest-gaps.tsx'
import { LatestQuestions } from './latest-questions.tsx'
import { NeedsALook } from './needs-a-look.tsx'
import { QuestionDays } from './question-days.tsx'
import { t } from './texts.ts'

const SHOWN_PAGES = 5

/** Whether it helps, and what to do today. */
export function Overview() {
  const { knowledgeBaseId } = useScope()
  const counts = useQuery(analyticsQuery(knowledgeBaseId, toQuery({ days: '30' })))
  return (
    <Page title={t.overview.title}>
      <Checklist />
      <QueryView query={counts} lines={4}>
        {(data) => <AnalyticsFigures counts={data} />}
      </QueryView>
      <div className="grid gap-4 xl:grid-cols-[1.55fr_1fr]">
        <QuestionDays query={counts} />
        <NeedsALook />
        <LargestGaps />
        <TopDocuments period={toPeriod('30')} note={t.overview.period} shown={SHOWN_PAGES} />
      </div>
      <LatestQuestions />
    </Page>
  )
}
