import type { Source } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failedPagesQuery, sourcesQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Card } from '../../ui/card.tsx'
import { formatAge } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { t } from './texts.ts'

/** Those with syncs: what fails of pages that were pushed is in the list of documents. */
export function useFailingSources(sourceId: string | undefined): readonly Source[] {
  const { knowledgeBaseId } = useScope()
  const { data } = useQuery(sourcesQuery(knowledgeBaseId))
  return (data?.sources ?? []).filter(
    ({ id, type, failed_pages }) =>
      type !== 'api' && failed_pages > 0 && (sourceId === undefined || id === sourceId),
  )
}

/** Pages that syncs could not read or index, also those that never became a document. */
export function FailedPages({ source }: { source: Source }) {
  const scope = useScope()
  const query = useQuery(failedPagesQuery(scope.knowledgeBaseId, source.id))
  const title = t.pages.failedIn(source.name)
  return (
    <Card title={title} isFlush>
      <QueryView query={query} lines={4}>
        {({ pages, next_cursor }) => (
          <>
            <Table label={title}>
              <thead>
                <tr>
                  <Th>{t.pages.page}</Th>
                  <Th className="max-sm:pr-4">{t.pages.failedReason}</Th>
                  <Th isNumber className="hidden sm:table-cell">
                    {t.pages.failedAt}
                  </Th>
                </tr>
              </thead>
              <tbody>
                {pages.map((page) => (
                  <tr key={page.key}>
                    <Td>
                      {page.document_id === null ? (
                        page.key
                      ) : (
                        <Link
                          to="/w/$workspaceId/kb/$knowledgeBaseId/pages/$documentId"
                          params={{ ...scope, documentId: page.document_id }}
                          className="hover:underline"
                        >
                          {page.key}
                        </Link>
                      )}
                      <p className="text-xs text-ink-3">
                        {page.document_state === 'indexed'
                          ? t.pages.failedButFound
                          : t.pages.failedAndMissing}
                      </p>
                    </Td>
                    <Td className="text-ink-2 max-sm:pr-4">{page.reason}</Td>
                    <Td isNumber className="hidden whitespace-nowrap text-ink-3 sm:table-cell">
                      {formatAge(page.seen_at)}
                    </Td>
                  </tr>
                ))}
              </tbody>
            </Table>
            {next_cursor !== null && (
              <p className="border-t border-line px-4 py-2 sm:px-[18px]">
                <Link
                  to="/w/$workspaceId/kb/$knowledgeBaseId/sources/$sourceId"
                  params={{ ...scope, sourceId: source.id }}
                  search={{ outcome: 'failed' }}
                  className="text-accent hover:underline"
                >
                  {t.pages.failedAll(source.failed_pages)}
                </Link>
              </p>
            )}
          </>
        )}
      </QueryView>
    </Card>
  )
}
