import { useQuery } from '@tanstack/react-query'
import { invitationsQuery, workspaceKey } from '../../api/workspace-queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { actorName } from '../audit/audit-query.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { formatAge } from '../../ui/format.ts'
import { Table, Td, Th } from '../../ui/table.tsx'

/** Those that nobody has accepted yet; nothing while there are none. */
export function Invitations() {
  const { workspaceId } = useScope()
  const { data, error } = useQuery(invitationsQuery(workspaceId))
  const withdraw = useChange({
    run: (id: string) => admin().invitations.revoke(workspaceId, id),
    refreshes: [workspaceKey(workspaceId, 'invitations')],
    said: t.people.withdrawn,
  })
  const invitations = data?.invitations ?? []
  const failure = error ?? withdraw.error
  if (invitations.length === 0 && !failure) return null
  return (
    <Card title={t.people.invitations} isFlush>
      {failure && (
        <div className="px-4 pb-3">
          <ErrorNotice error={failure} />
        </div>
      )}
      <Table label={t.people.invitations}>
        <thead>
          <tr>
            <Th>{t.people.email}</Th>
            <Th>{t.people.role}</Th>
            <Th className="hidden md:table-cell">{t.people.invitedBy}</Th>
            <Th className="hidden sm:table-cell">{t.people.expires}</Th>
            <Th>
              <span className="sr-only">{t.palette.actions}</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {invitations.map((invitation) => (
            <tr key={invitation.id}>
              <Td className="font-[550]">{invitation.email}</Td>
              <Td className="whitespace-nowrap">{t.roles.names[invitation.role]}</Td>
              <Td className="hidden text-ink-2 md:table-cell">
                {actorName(invitation.invited_by)}
              </Td>
              <Td className="hidden whitespace-nowrap text-ink-2 sm:table-cell">
                {formatAge(invitation.expires_at)}
              </Td>
              <Td isNumber>
                <Button
                  isBusy={withdraw.isPending && withdraw.variables === invitation.id}
                  onClick={() => withdraw.mutate(invitation.id)}
                >
                  {t.people.withdraw}
                  <span className="sr-only"> {invitation.email}</span>
                </Button>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}
