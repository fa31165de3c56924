import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { citationsQuery, messagesQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Card } from '../../ui/card.tsx'
import { formatAge, formatNumber } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { t } from './texts.ts'

const QUESTIONS = '/w/$workspaceId/kb/$knowledgeBaseId/questions'
const SHOWN = 5

/** Which answers a page is behind, and what readers thought of them. */
export function Citations({ documentId }: { documentId: string }) {
  const { knowledgeBaseId } = useScope()
  const query = useQuery(citationsQuery(knowledgeBaseId, documentId))
  return (
    <Card title={t.pages.cited}>
      <QueryView query={query} lines={3}>
        {({ cited, rated_up, rated_down, message_ids }) =>
          cited === 0 ? (
            <p className="text-ink-2">{t.pages.neverCited}</p>
          ) : (
            <>
              <p>{t.pages.citedTimes(formatNumber(cited), cited)}</p>
              {rated_up + rated_down > 0 && (
                <p className="text-ink-2">
                  {t.pages.citedVotes(formatNumber(rated_up), formatNumber(rated_down))}
                </p>
              )}
              {message_ids.length > 0 && <Answers documentId={documentId} />}
            </>
          )
        }
      </QueryView>
    </Card>
  )
}

function Answers({ documentId }: { documentId: string }) {
  const scope = useScope()
  const asked = { document_id: documentId, limit: SHOWN }
  const query = useQuery(messagesQuery(scope.knowledgeBaseId, asked))
  return (
    <QueryView query={query} lines={SHOWN}>
      {({ messages }) => (
        <>
          <ul className="mt-2 flex flex-col gap-1.5">
            {messages.map(({ id, question, created_at }) => (
              <li key={id} className="flex items-baseline justify-between gap-3">
                <Link
                  to={QUESTIONS}
                  params={scope}
                  search={{ document: documentId, open: id }}
                  dir="auto"
                  className="line-clamp-2 min-w-0 underline [overflow-wrap:anywhere]"
                >
                  {question}
                </Link>
                <span className="text-xs whitespace-nowrap text-ink-3">
                  {formatAge(created_at)}
                </span>
              </li>
            ))}
          </ul>
          <Link
            to={QUESTIONS}
            params={scope}
            search={{ document: documentId }}
            className="mt-3 inline-block text-ink-2 underline"
          >
            {t.pages.allAnswers}
          </Link>
        </>
      )}
    </QueryView>
  )
}
