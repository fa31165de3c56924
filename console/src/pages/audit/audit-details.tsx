import type { AuditEvent } from '@footnote/client/admin'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Table, Td, Th } from '../../ui/table.tsx'
import { actorName } from './audit-query.ts'

type AuditDetailsProps = { event: AuditEvent; onClose: () => void }

/** One entry, with what changed from what to what. */
export function AuditDetails({ event, onClose }: AuditDetailsProps) {
  const scope = useScope()
  const facts: [string, ReactNode][] = [
    [t.audit.at, formatDateTime(event.at)],
    [t.audit.actor, actorName(event.actor)],
    [t.audit.address, event.address],
    [
      t.audit.target,
      event.target === null ? null : (
        <>
          <code className="font-mono">{event.target}</code>
          <br />
          <Link
            to="/w/$workspaceId/kb/$knowledgeBaseId/audit"
            params={scope}
            search={{ target: event.target }}
            className="underline"
          >
            {t.audit.onlyTarget}
          </Link>
        </>
      ),
    ],
    [t.audit.viaToken, event.token_id && <code className="font-mono">{event.token_id}</code>],
    [t.audit.request, event.request_id && <code className="font-mono">{event.request_id}</code>],
  ]
  return (
    <Dialog title={event.action} onClose={onClose} isWide>
      <dl className="mb-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {facts.map(([label, value]) =>
          value === null ? null : (
            <div key={label} className="contents">
              <dt className="text-ink-3">{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {event.changes.length === 0 ? (
        <p className="text-ink-2">{t.audit.noChanges}</p>
      ) : (
        <Table label={t.audit.changes}>
          <thead>
            <tr>
              <Th>{t.audit.field}</Th>
              <Th>{t.audit.before}</Th>
              <Th>{t.audit.after}</Th>
            </tr>
          </thead>
          <tbody>
            {event.changes.map(({ field, from, to }) => (
              <tr key={field}>
                <Td className="font-mono">{field}</Td>
                <Td className="text-ink-2">{shown(from)}</Td>
                <Td>{shown(to)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Dialog>
  )
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
