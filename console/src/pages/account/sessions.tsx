import { useQuery } from '@tanstack/react-query'
import { sessionsQuery } from '../../api/workspace-queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { formatAge } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { browserName } from './browser-name.ts'

export function Sessions() {
  const query = useQuery(sessionsQuery)
  const end = useChange({
    run: (id: string) => admin().account.revokeSession(id),
    refreshes: [['sessions']],
    said: t.security.sessionEnded,
  })
  return (
    <Card title={t.security.sessions} isFlush>
      <p className="px-4 pb-1 text-ink-2 sm:px-[18px]">{t.security.sessionsLead}</p>
      {end.isError && (
        <div className="p-4">
          <ErrorNotice error={end.error} />
        </div>
      )}
      <QueryView query={query} lines={3}>
        {({ sessions }) => (
          <Table label={t.security.sessions}>
            <thead>
              <tr>
                <Th>{t.security.browser}</Th>
                <Th className="hidden sm:table-cell">{t.security.address}</Th>
                <Th className="hidden sm:table-cell">{t.security.signedIn}</Th>
                <Th>
                  <span className="sr-only">{t.palette.actions}</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {sessions.map((session) => (
                <tr key={session.id}>
                  <Td>
                    {browserName(session.user_agent)}
                    <p className="text-xs text-ink-3 sm:hidden">{session.address}</p>
                  </Td>
                  <Td className="hidden sm:table-cell">{session.address}</Td>
                  <Td className="hidden whitespace-nowrap text-ink-2 sm:table-cell">
                    {formatAge(session.created_at)}
                  </Td>
                  <Td isNumber>
                    {session.is_current ? (
                      <Pill tone="accent">{t.security.thisOne}</Pill>
                    ) : (
                      <Button
                        aria-label={t.security.endSessionOf(browserName(session.user_agent))}
                        isBusy={end.isPending && end.variables === session.id}
                        onClick={() => end.mutate(session.id)}
                      >
                        {t.security.endSession}
                      </Button>
                    )}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </QueryView>
    </Card>
  )
}
