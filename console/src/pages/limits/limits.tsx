import type { WorkspaceUsage } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { limitsQuery } from '../../api/cost-queries.ts'
import { storageQuery, usageQuery } from '../../api/queries.ts'
import { EditablePage } from '../../session/editable-page.tsx'
import { useScope } from '../../shell/knowledge-base.ts'
import { Card } from '../../ui/card.tsx'
import { formatBytes, formatMoney, formatNumber } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { LimitsForm } from './limits-form.tsx'
import { t } from './texts.ts'

export function Limits() {
  const { workspaceId } = useScope()
  const usage = useQuery(usageQuery(workspaceId))
  const limits = useQuery(limitsQuery(workspaceId))
  return (
    <EditablePage need="admin" place="workspace" title={t.limits.title}>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Card title={t.limits.used}>
          <QueryView query={usage} lines={4}>
            {(used) => <UsedSoFar usage={used} />}
          </QueryView>
          <Stored workspaceId={workspaceId} />
        </Card>
        <Card title={t.limits.form}>
          <QueryView query={limits} lines={8}>
            {(saved) => <LimitsForm key={workspaceId} saved={saved} />}
          </QueryView>
        </Card>
      </div>
      <Card title={t.limits.days} note={t.limits.daysNote} isFlush>
        <QueryView query={usage} lines={8}>
          {(used) => <Days usage={used} />}
        </QueryView>
      </Card>
    </EditablePage>
  )
}

function UsedSoFar({ usage }: { usage: WorkspaceUsage }) {
  const { answered, monthly_question_allowance: allowance, currency } = usage
  const money = (value: number) => formatMoney(value, currency)
  return (
    <div className="flex flex-col gap-4">
      <Meter label={t.limits.questions} used={answered} limit={allowance} shown={formatNumber} />
      <Meter
        label={t.limits.spent}
        used={usage.spent_today}
        limit={usage.daily_cost_cap}
        shown={money}
      />
      {allowance !== null && answered >= allowance && (
        <p className="text-danger">{t.limits.allowanceSpent}</p>
      )}
      {usage.cost_cap_reached && <p className="text-danger">{t.limits.capReached}</p>}
      <Unpriced models={usage.models_without_price} />
    </div>
  )
}

function Stored({ workspaceId }: { workspaceId: string }) {
  const { data: storage } = useQuery(storageQuery(workspaceId))
  if (!storage) return null
  const { documents, passages, bytes } = storage
  return (
    <p className="mt-4 flex flex-wrap justify-between gap-x-4">
      <span className="font-[550]">{t.limits.stored}</span>
      <span className="tabular-nums">
        {t.limits.storedNow(formatNumber(documents), formatNumber(passages), formatBytes(bytes))}
      </span>
    </p>
  )
}

type MeterProps = {
  label: string
  used: number
  limit: number | null
  shown: (value: number) => string
}

const Meter = ({ label, used, limit, shown }: MeterProps) => (
  <div>
    <p className="flex flex-wrap justify-between gap-x-4">
      <span className="font-[550]">{label}</span>
      <span className="tabular-nums">
        {limit === null ? t.limits.noLimit(shown(used)) : t.limits.of(shown(used), shown(limit))}
      </span>
    </p>
    {limit !== null && (
      <progress
        aria-label={label}
        value={Math.min(used, limit)}
        max={limit === 0 ? 1 : limit}
        className="mt-1 block h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
      />
    )}
  </div>
)

function Unpriced({ models }: { models: readonly string[] }) {
  const scope = useScope()
  if (models.length === 0) return null
  return (
    <p className="[overflow-wrap:anywhere] text-ink-2">
      {t.limits.withoutPrice(models.join(', '))}{' '}
      <Link
        to="/w/$workspaceId/kb/$knowledgeBaseId/models"
        params={scope}
        className="text-accent underline"
      >
        {t.limits.toPrices}
      </Link>
    </p>
  )
}

function Days({ usage: { series, currency } }: { usage: WorkspaceUsage }) {
  if (series.length === 0) return <p className="px-[18px] pb-4 text-ink-2">{t.limits.none}</p>
  const isEstimated = series.some(({ estimated_cost }) => estimated_cost > 0)
  return (
    <>
      <Table label={t.limits.days}>
        <thead>
          <tr>
            <Th>{t.limits.day}</Th>
            <Th isNumber>{t.nav.questions}</Th>
            <Th isNumber>{t.limits.cost}</Th>
            {isEstimated && <Th isNumber>{t.limits.estimated}</Th>}
            <Th isNumber className="hidden sm:table-cell">
              {t.limits.input}
            </Th>
            <Th isNumber className="hidden sm:table-cell">
              {t.limits.output}
            </Th>
          </tr>
        </thead>
        <tbody>
          {series.toReversed().map((day) => (
            <tr key={day.at}>
              <Td className="whitespace-nowrap">{day.at}</Td>
              <Td isNumber>{formatNumber(day.questions)}</Td>
              <Td isNumber className="whitespace-nowrap">
                {formatMoney(day.cost, currency)}
              </Td>
              {isEstimated && (
                <Td isNumber className="whitespace-nowrap">
                  {formatMoney(day.estimated_cost, currency)}
                </Td>
              )}
              <Td isNumber className="hidden sm:table-cell">
                {formatNumber(day.input_tokens)}
              </Td>
              <Td isNumber className="hidden sm:table-cell">
                {formatNumber(day.output_tokens)}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {isEstimated && <p className="px-[18px] py-3 text-xs text-ink-3">{t.limits.estimatedHint}</p>}
    </>
  )
}
