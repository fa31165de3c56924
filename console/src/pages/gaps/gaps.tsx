import type { Gap } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { gapsQuery } from '../../api/gap-queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/field.tsx'
import { formatAge, formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { GapDetails } from './gap-details.tsx'
import { STATES } from './gap-states.ts'
import { t } from './texts.ts'
import { Trend } from './trend.tsx'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/gaps'

export function Gaps() {
  const scope = useScope()
  const navigate = useNavigate()
  const { open, state = 'open' } = useSearch({ from: ROUTE })
  const query = useQuery(gapsQuery(scope.knowledgeBaseId, state))
  const go = (search: { open?: string | undefined; state?: typeof state }) =>
    void navigate({ to: ROUTE, params: scope, search, replace: true })
  return (
    <Page title={t.gaps.title}>
      <p className="-mt-3 text-ink-2">{t.gaps.lead}</p>
      <div className="max-w-56">
        <Select
          label={t.gaps.state}
          value={state}
          options={STATES.map((one) => [one, t.gaps.states[one]] as const)}
          onValue={(chosen) => go({ state: chosen })}
        />
      </div>
      <Card isFlush>
        <QueryView query={query} lines={10}>
          {({ gaps }) =>
            gaps.length > 0 ? (
              <GapTable gaps={gaps} onOpen={(id) => go({ state, open: id })} />
            ) : (
              <Empty
                title={state === 'open' ? t.gaps.empty : t.gaps.emptyOther}
                reason={t.gaps.emptyReason}
                action={
                  <Link
                    to="/w/$workspaceId/kb/$knowledgeBaseId/questions"
                    params={scope}
                    className={buttonClass()}
                  >
                    {t.gaps.toQuestions}
                  </Link>
                }
              />
            )
          }
        </QueryView>
      </Card>
      {open !== undefined && (
        <GapDetails
          key={open}
          gapId={open}
          others={(query.data?.gaps ?? []).filter(({ id }) => id !== open)}
          onClose={() => go({ state })}
        />
      )}
    </Page>
  )
}

type GapTableProps = { gaps: readonly Gap[]; onOpen: (id: string) => void }

const GapTable = ({ gaps, onOpen }: GapTableProps) => (
  <Table label={t.gaps.title}>
    <thead>
      <tr>
        <Th>{t.gaps.gap}</Th>
        <Th isNumber>{t.gaps.questions}</Th>
        <Th isNumber className="hidden lg:table-cell">
          {t.gaps.notCovered}
        </Th>
        <Th isNumber className="hidden lg:table-cell">
          {t.gaps.ratedDown}
        </Th>
        <Th className="hidden sm:table-cell">{t.gaps.trend}</Th>
        <Th isNumber className="hidden sm:table-cell">
          {t.gaps.last}
        </Th>
      </tr>
    </thead>
    <tbody>
      {gaps.map((gap) => (
        <tr key={gap.id}>
          <Td>
            <RowButton dir="auto" clamped={gap.title} onClick={() => onOpen(gap.id)} />
            {gap.covered_now && <Pill tone="ok">{t.gaps.coveredNow}</Pill>}
          </Td>
          <Td isNumber>{formatNumber(gap.questions)}</Td>
          <Td isNumber className="hidden lg:table-cell">
            {formatNumber(gap.not_covered)}
          </Td>
          <Td isNumber className="hidden lg:table-cell">
            {formatNumber(gap.rated_down)}
          </Td>
          <Td className="hidden sm:table-cell">
            <Trend counts={gap.trend} />
          </Td>
          <Td isNumber className="hidden whitespace-nowrap text-ink-3 sm:table-cell">
            {formatAge(gap.last_at)}
          </Td>
        </tr>
      ))}
    </tbody>
  </Table>
)
