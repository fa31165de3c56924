import type { Evaluation, EvaluationWithItems } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { comparisonQuery, runQuery, runsQuery } from '../../api/evaluation-queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/field.tsx'
import { formatDateTime, formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { AnswerList } from './answer-list.tsx'
import { ComparedList } from './compared-list.tsx'
import { FIGURES, formatFigure, formatPassed } from './figures.ts'
import { getName, Passed } from './run-table.tsx'
import { t } from './texts.ts'

type Go = (search: { run?: string | undefined; compare?: string | undefined }) => void

type RunDetailsProps = { runId: string; otherId: string | undefined; onGo: Go }

/** One run with its answers, beside those of another run of the same set where one is chosen. */
export function RunDetails({ runId, otherId, onGo }: RunDetailsProps) {
  const { knowledgeBaseId } = useScope()
  const run = useQuery(runQuery(knowledgeBaseId, runId))
  const runs = useQuery(runsQuery(knowledgeBaseId))
  const others = (runs.data?.evaluations ?? []).filter(
    ({ id, set_id: setId, state }) =>
      id !== runId && setId === run.data?.set_id && state === 'completed',
  )
  const back = (
    <button type="button" className="min-h-6 text-ink-2 hover:underline" onClick={() => onGo({})}>
      ← {t.evaluations.all}
    </button>
  )
  return (
    <Page title={run.data ? getName(run.data) : t.evaluations.title} above={back}>
      <QueryView query={run} lines={10}>
        {(data) => (
          <>
            <Summary run={data} />
            {others.length > 0 && (
              <div className="max-w-80">
                <Select
                  label={t.evaluations.compareWith}
                  value={otherId ?? ''}
                  options={[
                    ['', t.evaluations.compareNone] as const,
                    ...others.map((other) => [other.id, toOption(other)] as const),
                  ]}
                  onValue={(id) => onGo({ run: runId, compare: id === '' ? undefined : id })}
                />
              </div>
            )}
            {otherId === undefined ? (
              <AnswerList items={data.items} />
            ) : (
              <Compared before={otherId} after={runId} />
            )}
          </>
        )}
      </QueryView>
    </Page>
  )
}

const toOption = (run: Evaluation): string =>
  `${getName(run)} · ${formatDateTime(run.created_at)} · ${formatPassed(run)}`

function Compared({ before, after }: { before: string; after: string }) {
  const { knowledgeBaseId } = useScope()
  const query = useQuery(comparisonQuery(knowledgeBaseId, before, after))
  return (
    <QueryView query={query} lines={10}>
      {(comparison) => <ComparedList comparison={comparison} />}
    </QueryView>
  )
}

function Summary({ run }: { run: EvaluationWithItems }) {
  const { metrics } = run
  const tokens = (metrics?.input_tokens ?? 0) + (metrics?.output_tokens ?? 0)
  return (
    <Card title={run.set_name} note={formatDateTime(run.created_at)}>
      {metrics ? (
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
          {FIGURES.map((figure) => (
            <Fact key={figure} label={t.evaluations.figures[figure]}>
              {figure === 'passed' ? formatPassed(run) : formatFigure(figure, metrics)}
            </Fact>
          ))}
          {tokens > 0 && <Fact label={t.evaluations.tokens}>{formatNumber(tokens)}</Fact>}
          {metrics.failed > 0 && (
            <Fact label={t.evaluations.failed}>{formatNumber(metrics.failed)}</Fact>
          )}
        </dl>
      ) : (
        <p>
          <Passed run={run} /> {run.reason}
        </p>
      )}
    </Card>
  )
}

const Fact = ({ label, children }: { label: string; children: string }) => (
  <div>
    <dt className="text-xs text-ink-3">{label}</dt>
    <dd className="text-lg font-semibold tabular-nums">{children}</dd>
  </div>
)
