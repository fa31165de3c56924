import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { documentsQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { countText } from './count-text.ts'
import { DocumentFilters } from './document-filters.tsx'
import { DocumentTable } from './document-table.tsx'
import { SourcePages, useSourcesWith } from './source-pages.tsx'
import { useSelection } from './use-selection.ts'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/pages'

/** What was indexed. Every filter is in the address. */
export function Documents() {
  const scope = useScope()
  const { source, group, sort, state, ...rest } = useSearch({ from: ROUTE })
  // A page that its source skips is no document.
  const isOfDocuments = state !== 'skipped'
  const filter = {
    ...rest,
    source_id: source,
    group_id: group,
    state: isOfDocuments ? state : undefined,
  }
  const query = useInfiniteQuery({
    ...documentsQuery(scope.knowledgeBaseId, { ...filter, sort }),
    enabled: isOfDocuments,
  })
  const documents = (query.data?.pages ?? []).flatMap((part) => part.documents)
  const total = query.data?.pages.at(-1)?.total ?? 0
  const selection = useSelection(JSON.stringify(filter))
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const missed = state === 'failed' || state === 'skipped' ? state : undefined
  const sources = useSourcesWith(missed, source)
  // Where all that failed never became a document, the list would say that nothing matches.
  const isListed = isOfDocuments && (sources.length === 0 || documents.length > 0)
  return (
    <Page title={t.pages.title}>
      <DocumentFilters key={filter.q ?? ''} />
      {missed && sources.map((one) => <SourcePages key={one.id} source={one} state={missed} />)}
      {!isOfDocuments && sources.length === 0 && (
        <Card>
          <NothingMatches />
        </Card>
      )}
      {isListed && (
        <Card isFlush>
          <QueryView query={query} lines={12}>
            {() => {
              if (documents.length === 0) return isFiltered ? <NothingMatches /> : <NothingYet />
              return (
                <>
                  <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 px-4 pb-2 sm:px-[18px]">
                    {selection.count === 0 ? (
                      <p role="status" className="text-ink-2">
                        {countText(total, filter.q)}
                      </p>
                    ) : (
                      <BulkBar
                        selection={selection}
                        documents={documents}
                        filter={filter}
                        total={total}
                      />
                    )}
                  </div>
                  <DocumentTable documents={documents} selection={selection} />
                  <LoadMore query={query} />
                </>
              )
            }}
          </QueryView>
        </Card>
      )}
    </Page>
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
