import type { Message } from '@footnote/client/admin'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { pricesQuery } from '../../api/cost-queries.ts'
import { questionsQuery } from '../../api/question-queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ExportLink } from '../../ui/export-link.tsx'
import { formatAge, formatDuration, formatMoney } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { ChosenFilters } from './chosen-filters.tsx'
import { QuestionDetails } from './question-details.tsx'
import { QuestionFilters } from './question-filters.tsx'
import { toQuery } from './question-query.ts'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/questions'

export function Questions() {
  const scope = useScope()
  const navigate = useNavigate()
  const { open, ...filters } = useSearch({ from: ROUTE })
  const query = useInfiniteQuery(questionsQuery(scope.knowledgeBaseId, toQuery(filters)))
  const { data: prices } = useQuery(pricesQuery(scope.workspaceId))
  const currency = prices?.prices[0]?.currency ?? null
  const messages = (query.data?.pages ?? []).flatMap((part) => part.messages)
  const show = (id: string | undefined) =>
    void navigate({ to: ROUTE, params: scope, search: { ...filters, open: id }, replace: true })
  return (
    <Page
      title={t.questions.title}
      actions={
        <ExportLink
          path={`/knowledge-bases/${scope.knowledgeBaseId}/messages.csv`}
          query={toQuery(filters)}
          fileName="questions.csv"
        />
      }
    >
      <p className="-mt-3 text-ink-2">{t.questions.lead}</p>
      <QuestionFilters key={filters.q ?? ''} />
      <ChosenFilters />
      <Card isFlush>
        <QueryView query={query} lines={12}>
          {() =>
            messages.length > 0 ? (
              <>
                <p role="status" className="px-4 pb-1 text-ink-2 sm:px-[18px]">
                  {t.questions.count(messages.length, query.hasNextPage)}
                </p>
                <QuestionTable messages={messages} currency={currency} onOpen={show} />
                <LoadMore query={query} />
              </>
            ) : (
              <Nothing isFiltered={Object.values(filters).some((value) => value !== undefined)} />
            )
          }
        </QueryView>
      </Card>
      {open !== undefined && (
        <QuestionDetails
          messageId={open}
          listed={messages.map(({ id }) => id)}
          onOpen={show}
          onClose={() => show(undefined)}
        />
      )}
    </Page>
  )
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty
      title={t.questions.emptyFiltered}
      reason={t.questions.emptyFilteredReason}
      action={
        <Link to={ROUTE} params={useScope()} className={buttonClass()}>
          {t.common.clear}
        </Link>
      }
    />
  ) : (
    <Empty
      title={t.questions.empty}
      reason={t.questions.emptyReason}
      action={
        <Link
          to="/w/$workspaceId/kb/$knowledgeBaseId/widgets"
          params={useScope()}
          className={buttonClass()}
        >
          {t.questions.toWidgets}
        </Link>
      }
    />
  )

type QuestionTableProps = {
  messages: readonly Message[]
  currency: string | null
  onOpen: (id: string) => void
}

const QuestionTable = ({ messages, currency, onOpen }: QuestionTableProps) => (
  <Table label={t.questions.title}>
    <thead>
      <tr>
        <Th>{t.questions.question}</Th>
        <Th>{t.questions.outcome}</Th>
        <Th className="hidden sm:table-cell">{t.questions.vote}</Th>
        <Th className="hidden lg:table-cell">{t.questions.source}</Th>
        <Th className="hidden xl:table-cell" isNumber>
          {t.questions.time}
        </Th>
        <Th className="hidden md:table-cell" isNumber>
          {t.questions.cost}
        </Th>
        <Th isNumber>{t.questions.asked}</Th>
      </tr>
    </thead>
    <tbody>
      {messages.map((message) => (
        <tr key={message.id}>
          <Td>
            <RowButton dir="auto" clamped={message.question} onClick={() => onOpen(message.id)} />
            {message.tags.length > 0 && (
              <p className="text-xs text-ink-3">{message.tags.join(' · ')}</p>
            )}
          </Td>
          <Td>
            <Pill tone={message.covered ? 'ok' : 'warn'}>
              {message.covered ? t.questions.outcomes.covered : t.questions.outcomes.notCovered}
            </Pill>
          </Td>
          <Td className="hidden whitespace-nowrap sm:table-cell">
            {message.vote === null ? '' : t.questions.votes[message.vote]}
          </Td>
          <Td className="hidden text-ink-2 lg:table-cell">{sourceName(message.source)}</Td>
          <Td isNumber className="hidden whitespace-nowrap text-ink-2 xl:table-cell">
            {message.total_ms === null ? '–' : formatDuration(message.total_ms)}
          </Td>
          <Td isNumber className="hidden whitespace-nowrap text-ink-2 md:table-cell">
            {message.cost === null ? '–' : formatMoney(message.cost, currency)}
          </Td>
          <Td isNumber className="whitespace-nowrap text-ink-3">
            {formatAge(message.created_at)}
          </Td>
        </tr>
      ))}
    </tbody>
  </Table>
)

const NAMES: Readonly<Record<string, string>> = t.questions.sources
const sourceName = (source: string): string => NAMES[source] ?? source
