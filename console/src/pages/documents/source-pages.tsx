import type { Source } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sourcePagesQuery, sourcesQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { PageLink } from '../../shell/page-link.tsx'
import { Card } from '../../ui/card.tsx'
import { formatAge } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { t } from './texts.ts'

/** What became of pages that are not as their source has them. */
export type Missed = 'failed' | 'skipped'

const countIn = (source: Source, state: Missed): number =>
  state === 'failed' ? source.failed_pages : source.skipped_pages

/** Those with syncs: what fails of pages that were pushed is in the list of documents. */
export function useSourcesWith(
  state: Missed | undefined,
  sourceId: string | undefined,
): readonly Source[] {
  const { knowledgeBaseId } = useScope()
  const { data } = useQuery(sourcesQuery(knowledgeBaseId))
  if (state === undefined) return []
  return (data?.sources ?? []).filter(
    (source) =>
      source.type !== 'api' &&
      countIn(source, state) > 0 &&
      (sourceId === undefined || source.id === sourceId),
  )
}

/** Pages that syncs could not read or index, or skipped, also those that never became a document. */
export function SourcePages({ source, state }: { source: Source; state: Missed }) {
  const scope = useScope()
  const query = useQuery(sourcePagesQuery(scope.knowledgeBaseId, source.id, state))
  const title = t.pages.missedIn[state](source.name)
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
                      <PageLink page={page} />
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
                  search={{ outcome: state }}
                  className="text-accent hover:underline"
                >
                  {t.pages.failedAll(countIn(source, state))}
                </Link>
              </p>
            )}
          </>
        )}
      </QueryView>
    </Card>
  )
}
