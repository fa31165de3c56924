import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messagesQuery, workspaceQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Card } from '../../ui/card.tsx'
import { formatAge } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'

const LATEST = { limit: 5 }

export function LatestQuestions() {
  const { workspaceId, knowledgeBaseId } = useScope()
  const messages = useQuery(messagesQuery(knowledgeBaseId, LATEST))
  const { data: workspace } = useQuery(workspaceQuery(workspaceId))
  const isForgotten = workspace?.retention === 'zero'
  return (
    <Card title={t.overview.latest} isFlush>
      <QueryView query={messages} lines={8}>
        {(data) =>
          data.messages.length === 0 ? (
            <Empty
              title={isForgotten ? t.overview.zeroRetention : t.overview.noMessages}
              reason={isForgotten ? t.overview.zeroRetentionReason : t.overview.noMessagesReason}
            />
          ) : (
            <Table label={t.overview.latest}>
              <thead>
                <tr>
                  <Th>{t.overview.question}</Th>
                  <Th>{t.overview.outcome}</Th>
                  <Th className="hidden sm:table-cell">{t.overview.vote}</Th>
                  <Th isNumber>{t.overview.age}</Th>
                </tr>
              </thead>
              <tbody>
                {data.messages.map((message) => (
                  <tr key={message.id}>
                    <Td>
                      <Link
                        to="/w/$workspaceId/kb/$knowledgeBaseId/questions"
                        params={{ workspaceId, knowledgeBaseId }}
                        search={{ open: message.id }}
                        dir="auto"
                        title={message.question}
                        className="line-clamp-2 hover:underline"
                      >
                        {message.question}
                      </Link>
                    </Td>
                    <Td>
                      <Pill tone={message.covered ? 'ok' : 'warn'}>
                        {message.covered ? t.overview.isCovered : t.overview.isNotCovered}
                      </Pill>
                    </Td>
                    <Td className="hidden sm:table-cell">
                      {message.vote === null ? '' : t.overview.votes[message.vote]}
                    </Td>
                    <Td isNumber className="whitespace-nowrap text-ink-3">
                      {formatAge(message.created_at)}
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
