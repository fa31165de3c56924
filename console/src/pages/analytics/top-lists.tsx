import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { citedDocumentsQuery, topQuestionsQuery } from '../../api/analytics-queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Card } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import type { Period } from './analytics-query.ts'
import { t } from './texts.ts'

const BASE = '/w/$workspaceId/kb/$knowledgeBaseId'
type Chosen = { period: Period }
/** `shown`: no more of them than this. */
type Cut = Chosen & { note?: string; shown?: number }

const Nothing = ({ children }: { children: string }) => (
  <p className="px-4 pb-4 text-ink-2 sm:px-[18px]">{children}</p>
)

export function TopDocuments({ period, note, shown }: Cut) {
  const scope = useScope()
  const query = useQuery(citedDocumentsQuery(scope.knowledgeBaseId, period))
  return (
    <Card title={t.analytics.documents} note={note} isFlush>
      <QueryView query={query} lines={6}>
        {({ documents }) =>
          documents.length === 0 ? (
            <Nothing>{t.analytics.noDocuments}</Nothing>
          ) : (
            <Table label={t.analytics.documents}>
              <thead>
                <tr>
                  <Th>{t.analytics.page}</Th>
                  <Th isNumber>{t.analytics.cited}</Th>
                </tr>
              </thead>
              <tbody>
                {documents.slice(0, shown).map(({ document_id: documentId, title, url, cited }) => (
                  <tr key={documentId}>
                    <Td>
                      <Link
                        to={`${BASE}/pages/$documentId`}
                        params={{ ...scope, documentId }}
                        className="hover:underline"
                        dir="auto"
                      >
                        {title === '' ? url : title}
                      </Link>
                    </Td>
                    <Td isNumber>{formatNumber(cited)}</Td>
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

export function TopQuestions({ period }: Chosen) {
  const scope = useScope()
  const query = useQuery(topQuestionsQuery(scope.knowledgeBaseId, period))
  return (
    <Card
      title={t.analytics.questions}
      note={query.data && t.analytics.compared(formatNumber(query.data.compared))}
      isFlush
    >
      <QueryView query={query} lines={6}>
        {({ questions }) =>
          questions.length === 0 ? (
            <Nothing>{t.analytics.noQuestions}</Nothing>
          ) : (
            <Table label={t.analytics.questions}>
              <thead>
                <tr>
                  <Th>{t.analytics.question}</Th>
                  <Th isNumber>{t.analytics.asked}</Th>
                  <Th isNumber>{t.analytics.notCovered}</Th>
                </tr>
              </thead>
              <tbody>
                {questions.map(({ message_id: open, question, asked, not_covered: missed }) => (
                  <tr key={open}>
                    <Td>
                      <Link
                        to={`${BASE}/questions`}
                        params={scope}
                        search={{ open }}
                        className="hover:underline"
                        dir="auto"
                      >
                        {question}
                      </Link>
                    </Td>
                    <Td isNumber>{formatNumber(asked)}</Td>
                    <Td isNumber>{formatNumber(missed)}</Td>
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
