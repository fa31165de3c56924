import { useQuery } from '@tanstack/react-query'
import { messagesQuery, summaryQuery, usageQuery, workspaceQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { formatNumber, formatShare } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Checklist } from './checklist.tsx'
import { LatestQuestions } from './latest-questions.tsx'
import { NeedsALook } from './needs-a-look.tsx'

/** As many as the API lists at once. */
const RECENT = { limit: 200 }

export function Overview() {
  return (
    <Page title={t.overview.title}>
      <Checklist />
      <Figures />
      <div className="grid gap-4 xl:grid-cols-[1.55fr_1fr]">
        <LatestQuestions />
        <NeedsALook />
      </div>
    </Page>
  )
}

type Figure = { label: string; value: string; note: string }

function Figures() {
  const figures = useFigures()
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-card border border-line bg-surface sm:grid-cols-3 xl:grid-cols-5">
      {figures.map(({ label, value, note }) => (
        <div key={label} className="-mr-px -mb-px border-r border-b border-line px-[18px] py-3.5">
          <dt className="text-ink-3">{label}</dt>
          <dd>
            <span className="block font-serif text-[1.75rem]/9 font-medium tabular-nums lining-nums">
              {value}
            </span>
            <span className="block min-h-4 text-xs text-ink-3">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function useFigures(): Figure[] {
  const { workspaceId, knowledgeBaseId } = useScope()
  const { data: usage } = useQuery(usageQuery(workspaceId))
  const { data: workspace } = useQuery(workspaceQuery(workspaceId))
  const { data: summary } = useQuery(summaryQuery(knowledgeBaseId))
  const { data: recent } = useQuery(messagesQuery(knowledgeBaseId, RECENT))
  const allowance = workspace?.monthly_question_allowance ?? null
  const messages = recent?.messages ?? []
  const covered = messages.filter((message) => message.covered).length
  const votes = messages.flatMap(({ vote }) => (vote === null ? [] : [vote]))
  const up = votes.filter((vote) => vote === 'up').length
  const shown = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value))
  /** Nothing is said about what is not known yet. */
  const once = (data: unknown, note: string) => (data === undefined ? '' : note)
  return [
    {
      label: t.overview.questions,
      value: shown(usage?.answered),
      note: once(
        workspace,
        allowance === null ? t.overview.unlimited : t.overview.ofAllowance(formatNumber(allowance)),
      ),
    },
    {
      label: t.overview.covered,
      value: formatShare(covered, messages.length),
      note: once(
        recent,
        messages.length === 0
          ? t.overview.noQuestions
          : t.overview.ofLast(formatNumber(messages.length)),
      ),
    },
    {
      label: t.overview.ratedUp,
      value: formatShare(up, votes.length),
      note: once(recent, t.overview.ratings(formatNumber(votes.length))),
    },
    {
      label: t.overview.pages,
      value: shown(summary?.indexed),
      note: once(
        summary,
        summary && summary.pending > 0
          ? t.overview.waiting(formatNumber(summary.pending))
          : t.overview.allIndexed,
      ),
    },
    {
      label: t.overview.passages,
      value: shown(summary?.passages),
      note: once(summary, t.overview.passagesNote),
    },
  ]
}
