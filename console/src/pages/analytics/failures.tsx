import { useInfiniteQuery } from '@tanstack/react-query'
import { failuresQuery } from '../../api/analytics-queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Card } from '../../ui/card.tsx'
import { formatAge } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { t } from './texts.ts'

const NAMES: Readonly<Record<string, string>> = t.analytics.sources

/** Without a text: the request id leads to the log. */
export function Failures() {
  const { knowledgeBaseId } = useScope()
  const query = useInfiniteQuery(failuresQuery(knowledgeBaseId))
  const failures = (query.data?.pages ?? []).flatMap((part) => part.failures)
  return (
    <Card title={t.analytics.failures} note={t.analytics.failuresNote} isFlush>
      <QueryView query={query} lines={3}>
        {() =>
          failures.length === 0 ? (
            <p className="px-4 pb-4 text-ink-2 sm:px-[18px]">{t.analytics.noFailures}</p>
          ) : (
            <>
              <Table label={t.analytics.failures}>
                <thead>
                  <tr>
                    <Th>{t.analytics.failure}</Th>
                    <Th className="hidden sm:table-cell">{t.analytics.channel}</Th>
                    <Th className="hidden lg:table-cell">{t.analytics.model}</Th>
                    <Th className="hidden sm:table-cell">{t.analytics.request}</Th>
                    <Th isNumber>{t.analytics.at}</Th>
                  </tr>
                </thead>
                <tbody>
                  {failures.map(({ id, error_code: code, source, model, request_id, at }) => (
                    <tr key={id}>
                      <Td className="whitespace-nowrap">
                        <code className="font-mono">{code}</code>
                        <p className="text-xs whitespace-normal text-ink-3 sm:hidden">
                          {request_id}
                        </p>
                      </Td>
                      <Td className="hidden sm:table-cell">{NAMES[source] ?? source}</Td>
                      <Td className="hidden lg:table-cell">{model ?? '–'}</Td>
                      <Td className="hidden sm:table-cell">
                        <code className="font-mono">{request_id}</code>
                      </Td>
                      <Td isNumber className="whitespace-nowrap text-ink-3">
                        {formatAge(at)}
                      </Td>
                    </tr>
                  ))}
                </tbody>
              </Table>
              <LoadMore query={query} />
            </>
          )
        }
      </QueryView>
    </Card>
  )
}
