import type { Source } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { sourcesQuery } from '../../api/queries.ts'
import { EditablePage } from '../../session/editable-page.tsx'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatAge, formatNumber } from '../../ui/format.ts'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { SourcePill, SyncProgress } from './sync-state.tsx'
import { useLiveSources } from './use-live-sync.ts'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/sources'

export function Sources() {
  const scope = useScope()
  const { connect = false } = useSearch({ from: ROUTE })
  const navigate = useNavigate()
  const query = useQuery(sourcesQuery(scope.knowledgeBaseId))
  useLiveSources(query.data?.sources ?? [])
  const setConnecting = (isOn: boolean) =>
    void navigate({ to: ROUTE, params: scope, search: isOn ? { connect: true } : {} })
  const connectButton = (
    <Button isChange kind="primary" onClick={() => setConnecting(true)}>
      {t.sources.connect}
    </Button>
  )
  return (
    <EditablePage need="editor" title={t.sources.title} actions={connectButton}>
      <Card isFlush>
        <QueryView query={query} lines={6}>
          {({ sources: all }) => {
            // What was pushed over the API has a source of its own, even before there is anything.
            const sources = all.filter(({ type, documents }) => type !== 'api' || documents > 0)
            return sources.length === 0 ? (
              <Empty
                title={t.sources.empty}
                reason={t.sources.emptyReason}
                action={connectButton}
              />
            ) : (
              <SourceTable sources={sources} />
            )
          }}
        </QueryView>
      </Card>
      {connect && <ConnectDialog onClose={() => setConnecting(false)} />}
    </EditablePage>
  )
}

function SourceTable({ sources }: { sources: readonly Source[] }) {
  const scope = useScope()
  return (
    <Table label={t.sources.title}>
      <thead>
        <tr>
          <Th>{t.sources.name}</Th>
          <Th>{t.sources.state}</Th>
          <Th isNumber>{t.sources.documents}</Th>
          <Th className="hidden sm:table-cell">{t.sources.lastSync}</Th>
          <Th className="hidden md:table-cell">{t.sources.nextSync}</Th>
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <tr key={source.id}>
            <Td>
              <Link
                to={`${ROUTE}/$sourceId`}
                params={{ ...scope, sourceId: source.id }}
                className="font-[550] hover:underline"
              >
                {source.name}
              </Link>
              <p className="text-xs text-ink-3">
                {t.sources.types[source.type]}
                {source.skipped_pages > 0 && ` · ${t.sources.skippedPages(source.skipped_pages)}`}
              </p>
            </Td>
            <Td>
              <SourcePill source={source} />
              {source.last_sync?.state === 'running' && <SyncProgress sync={source.last_sync} />}
            </Td>
            <Td isNumber>
              <Link
                to="/w/$workspaceId/kb/$knowledgeBaseId/pages"
                params={scope}
                search={{ source: source.id }}
                aria-label={t.sources.showPages(source.documents)}
                className="hover:underline"
              >
                {formatNumber(source.documents)}
              </Link>
            </Td>
            <Td className="hidden whitespace-nowrap text-ink-2 sm:table-cell">
              {source.last_sync
                ? formatAge(source.last_sync.ended_at ?? source.last_sync.created_at)
                : '–'}
            </Td>
            <Td className="hidden whitespace-nowrap text-ink-2 md:table-cell">
              {source.next_sync_at === null ? t.sources.noSchedule : formatAge(source.next_sync_at)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
