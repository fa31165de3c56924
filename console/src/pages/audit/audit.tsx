import type { AuditEvent } from '@footnote/client/admin'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { auditQuery } from '../../api/workspace-queries.ts'
import { RoleGate } from '../../session/role-gate.tsx'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ExportLink } from '../../ui/export-link.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { AuditDetails } from './audit-details.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { actorName, toQuery } from './audit-query.ts'
import { describeEvent } from './audit-sentence.ts'
import { useTargetNames } from './use-target-names.ts'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/audit'

export const Audit = () => (
  <RoleGate title={t.audit.title} need="admin">
    <AuditView />
  </RoleGate>
)

function AuditView() {
  const scope = useScope()
  const navigate = useNavigate()
  const { open, ...filters } = useSearch({ from: ROUTE })
  const query = useInfiniteQuery(auditQuery(scope.workspaceId, toQuery(filters)))
  const events = (query.data?.pages ?? []).flatMap((part) => part.events)
  const opened = events.find(({ id }) => id === open)
  const show = (id: string | undefined) =>
    void navigate({ to: ROUTE, params: scope, search: { ...filters, open: id }, replace: true })
  return (
    <Page
      title={t.audit.title}
      actions={
        <ExportLink
          path={`/workspaces/${scope.workspaceId}/audit.csv`}
          query={toQuery(filters)}
          fileName="audit.csv"
        />
      }
    >
      <p className="-mt-3 text-ink-2">{t.audit.lead}</p>
      <AuditFilters
        key={JSON.stringify(filters)}
        actions={[...new Set(events.map(({ action }) => action))]}
      />
      <Card isFlush>
        <QueryView query={query} lines={12}>
          {() =>
            events.length > 0 ? (
              <>
                <EventTable events={events} onOpen={show} />
                <LoadMore query={query} />
              </>
            ) : (
              <Nothing isFiltered={Object.values(filters).some((value) => value !== undefined)} />
            )
          }
        </QueryView>
      </Card>
      {opened && <AuditDetails event={opened} onClose={() => show(undefined)} />}
    </Page>
  )
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty
      title={t.audit.emptyFiltered}
      reason={t.audit.emptyFilteredReason}
      action={
        <Link to={ROUTE} params={useScope()} className={buttonClass()}>
          {t.common.clear}
        </Link>
      }
    />
  ) : (
    <Empty title={t.audit.empty} reason={t.audit.emptyReason} />
  )

type EventTableProps = { events: readonly AuditEvent[]; onOpen: (id: string) => void }

function EventTable({ events, onOpen }: EventTableProps) {
  const getName = useTargetNames(events)
  return (
    <Table label={t.audit.title}>
      <thead>
        <tr>
          <Th>{t.audit.action}</Th>
          <Th className="hidden sm:table-cell">{t.audit.actor}</Th>
          <Th className="hidden xl:table-cell">{t.audit.changes}</Th>
          <Th className="hidden lg:table-cell">{t.audit.address}</Th>
          <Th isNumber>{t.audit.at}</Th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event.id}>
            <Td>
              <RowButton clamped={describeEvent(event, getName)} onClick={() => onOpen(event.id)} />
              <p className="text-xs text-ink-3">
                <span className="sm:hidden">{actorName(event.actor)} · </span>
                <code className="font-mono">{event.action}</code>
              </p>
            </Td>
            <Td className="hidden sm:table-cell lg:whitespace-nowrap">{actorName(event.actor)}</Td>
            <Td className="hidden text-ink-2 xl:table-cell">
              {event.changes.map(({ field }) => field).join(', ') || '–'}
            </Td>
            <Td className="hidden whitespace-nowrap text-ink-2 lg:table-cell">
              {event.address ?? '–'}
            </Td>
            <Td isNumber className="whitespace-nowrap text-ink-2">
              {formatDateTime(event.at)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
