import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { askedPagesQuery } from '../../api/analytics-queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Card } from '../../ui/card.tsx'
import { ExportLink } from '../../ui/export-link.tsx'
import { formatNumber, formatShare } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import type { Period } from './analytics-query.ts'
import { t } from './texts.ts'

export function AskedPages({ period }: { period: Period }) {
  const scope = useScope()
  const query = useQuery(askedPagesQuery(scope.knowledgeBaseId, period))
  return (
    <Card title={t.analytics.askedPages} isFlush>
      <QueryView query={query} lines={6}>
        {({ pages, other_questions: others }) =>
          pages.length === 0 ? (
            <p className="px-4 pb-4 text-ink-2 sm:px-[18px]">{t.analytics.noAskedPages}</p>
          ) : (
            <>
              <Table label={t.analytics.askedPages}>
                <thead>
                  <tr>
                    <Th>{t.analytics.page}</Th>
                    <Th isNumber>{t.nav.questions}</Th>
                    <Th isNumber>{t.analytics.covered}</Th>
                  </tr>
                </thead>
                <tbody>
                  {pages.map(({ page_url: page, questions, covered }) => (
                    <tr key={page}>
                      <Td className="[overflow-wrap:anywhere]">
                        <Link
                          to="/w/$workspaceId/kb/$knowledgeBaseId/questions"
                          params={scope}
                          search={{ page }}
                          className="hover:underline"
                        >
                          {page}
                        </Link>
                      </Td>
                      <Td isNumber>{formatNumber(questions)}</Td>
                      <Td isNumber>{formatShare(covered, questions)}</Td>
                    </tr>
                  ))}
                </tbody>
              </Table>
              <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 sm:px-[18px]">
                <span className="text-xs text-ink-3">
                  {others > 0 && t.analytics.otherPages(formatNumber(others))}
                </span>
                <ExportLink
                  path={`/knowledge-bases/${scope.knowledgeBaseId}/analytics/pages.csv`}
                  query={period}
                  fileName="pages.csv"
                />
              </div>
            </>
          )
        }
      </QueryView>
    </Card>
  )
}
