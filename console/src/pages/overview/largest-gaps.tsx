import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { gapsQuery } from '../../api/gap-queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Card } from '../../ui/card.tsx'
import { formatNumber, formatShare } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { t } from './texts.ts'

const SHOWN = 5

/** What to write next. */
export function LargestGaps() {
  const scope = useScope()
  const query = useQuery(gapsQuery(scope.knowledgeBaseId, 'open'))
  return (
    <Card title={t.overview.gaps} note={t.overview.gapsNote} isFlush>
      <QueryView query={query} lines={SHOWN}>
        {({ gaps }) =>
          gaps.length === 0 ? (
            <p className="px-4 pb-4 text-ink-2 sm:px-[18px]">{t.overview.noGaps}</p>
          ) : (
            <Table label={t.overview.gaps}>
              <thead>
                <tr>
                  <Th>{t.overview.topic}</Th>
                  <Th isNumber>{t.overview.askedTimes}</Th>
                  <Th isNumber className="hidden sm:table-cell">
                    {t.overview.notCovered}
                  </Th>
                  <Th isNumber className="hidden sm:table-cell">
                    {t.overview.ratedDown}
                  </Th>
                </tr>
              </thead>
              <tbody>
                {gaps.slice(0, SHOWN).map((gap) => (
                  <tr key={gap.id}>
                    <Td>
                      <Link
                        to="/w/$workspaceId/kb/$knowledgeBaseId/gaps"
                        params={scope}
                        search={{ open: gap.id }}
                        dir="auto"
                        title={gap.title}
                        className="line-clamp-2 hover:underline"
                      >
                        {gap.title}
                      </Link>
                    </Td>
                    <Td isNumber>{formatNumber(gap.questions)}</Td>
                    <Td isNumber className="hidden whitespace-nowrap sm:table-cell">
                      {formatShare(gap.not_covered, gap.questions)}
                    </Td>
                    <Td isNumber className="hidden sm:table-cell">
                      {formatNumber(gap.rated_down)}
                    </Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )
        }
      </QueryView>
    </Card>
  )
}
