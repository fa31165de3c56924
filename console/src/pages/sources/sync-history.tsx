import { useQuery } from '@tanstack/react-query'
import { syncsQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Card } from '../../ui/card.tsx'
import { formatAge, formatNumber } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { SyncPill } from './sync-state.tsx'

export function SyncHistory({ sourceId }: { sourceId: string }) {
  const { knowledgeBaseId } = useScope()
  const query = useQuery(syncsQuery(knowledgeBaseId, sourceId))
  return (
    <Card title={t.sources.history} isFlush>
      <QueryView query={query} lines={5}>
        {({ syncs }) => (
          <Table label={t.sources.history}>
            <thead>
              <tr>
                <Th>{t.sources.state}</Th>
                <Th className="hidden sm:table-cell">{t.sources.trigger}</Th>
                <Th isNumber>{t.sources.counts.added}</Th>
                <Th isNumber className="hidden sm:table-cell">
                  {t.sources.counts.changed}
                </Th>
                <Th isNumber className="hidden sm:table-cell">
                  {t.sources.counts.gone}
                </Th>
                <Th isNumber>{t.sources.begunAt}</Th>
              </tr>
            </thead>
            <tbody>
              {syncs.map((sync) => (
                <tr key={sync.id}>
                  <Td>
                    <SyncPill state={sync.state} isPast />
                  </Td>
                  <Td className="hidden sm:table-cell">{t.sources.triggers[sync.trigger]}</Td>
                  <Td isNumber>{formatNumber(sync.counts.added)}</Td>
                  <Td isNumber className="hidden sm:table-cell">
                    {formatNumber(sync.counts.changed)}
                  </Td>
                  <Td isNumber className="hidden sm:table-cell">
                    {formatNumber(sync.counts.gone)}
                  </Td>
                  <Td isNumber className="whitespace-nowrap text-ink-3">
                    {formatAge(sync.created_at)}
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
