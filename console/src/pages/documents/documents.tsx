import type { Document } from '@footnote/client/admin'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { documentsQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatAge, formatNumber } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { DocumentFilters } from './document-filters.tsx'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/pages'
const TONES = { pending: 'neutral', indexed: 'ok', failed: 'bad' } as const

/** What was indexed. Every filter is in the address. */
export function Documents() {
  const scope = useScope()
  const { source, group, ...filters } = useSearch({ from: ROUTE })
  const wanted = { ...filters, source_id: source, group_id: group }
  const query = useInfiniteQuery(documentsQuery(scope.knowledgeBaseId, wanted))
  const isFiltered = Object.values(wanted).some((value) => value !== undefined)
  return (
    <Page title={t.pages.title}>
      <DocumentFilters key={filters.url ?? ''} />
      <Card isFlush>
        <QueryView query={query} lines={12}>
          {(data) => {
            const documents = data.pages.flatMap((part) => part.documents)
            if (documents.length > 0) {
              return (
                <>
                  <DocumentTable documents={documents} />
                  <LoadMore query={query} />
                </>
              )
            }
            return isFiltered ? <NothingMatches /> : <NothingYet />
          }}
        </QueryView>
      </Card>
    </Page>
  )
}

function DocumentTable({ documents }: { documents: readonly Document[] }) {
  const scope = useScope()
  return (
    <Table label={t.pages.title}>
      <thead>
        <tr>
          <Th>{t.pages.page}</Th>
          <Th>{t.pages.state}</Th>
          <Th isNumber className="hidden sm:table-cell">
            {t.pages.passages}
          </Th>
          <Th className="hidden md:table-cell">{t.pages.visibility}</Th>
          <Th isNumber className="hidden sm:table-cell">
            {t.pages.updated}
          </Th>
        </tr>
      </thead>
      <tbody>
        {documents.map((one) => (
          <tr key={one.id}>
            <Td>
              <Link
                to={`${ROUTE}/$documentId`}
                params={{ ...scope, documentId: one.id }}
                className="font-[550] hover:underline"
              >
                {one.title}
              </Link>
              <p className="text-xs text-ink-3">{one.url}</p>
              {one.state_reason !== null && (
                <p className="text-xs text-danger">{one.state_reason}</p>
              )}
            </Td>
            <Td>
              <Pill tone={TONES[one.state]}>{t.pages.states[one.state]}</Pill>
            </Td>
            <Td isNumber className="hidden sm:table-cell">
              {formatNumber(one.passages)}
            </Td>
            <Td className="hidden md:table-cell">{t.pages.visibilities[one.visibility]}</Td>
            <Td isNumber className="hidden whitespace-nowrap text-ink-3 sm:table-cell">
              {formatAge(one.updated_at)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const NothingMatches = () => (
  <Empty
    title={t.pages.emptyFiltered}
    reason={t.pages.emptyFilteredReason}
    action={
      <Link to={ROUTE} params={useScope()} className={buttonClass()}>
        {t.common.clear}
      </Link>
    }
  />
)

const NothingYet = () => (
  <Empty
    title={t.pages.empty}
    reason={t.pages.emptyReason}
    action={
      <Link
        to="/w/$workspaceId/kb/$knowledgeBaseId/sources"
        params={useScope()}
        search={{ connect: true }}
        className={buttonClass('primary')}
      >
        {t.palette.connect}
      </Link>
    }
  />
)
