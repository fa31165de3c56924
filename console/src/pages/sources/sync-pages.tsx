import type { Sync, SyncPage } from '@footnote/client/admin'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { syncPagesQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { PageLink } from '../../shell/page-link.tsx'
import { t } from './texts.ts'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/field.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import type { Tone } from '../../ui/pill.tsx'
import { Pill } from '../../ui/pill.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { isUnderWay } from './is-under-way.ts'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/sources/$sourceId'
const OUTCOMES = ['added', 'changed', 'moved', 'gone', 'skipped', 'failed', 'dead_link'] as const
type Outcome = (typeof OUTCOMES)[number]

const TONES: Partial<Record<SyncPage['state'], Tone>> = {
  added: 'ok',
  changed: 'ok',
  moved: 'ok',
  gone: 'warn',
  skipped: 'warn',
  dead_link: 'warn',
  failed: 'bad',
}

const PAGE_SIZE = 50

/** What became of each page, with the reason. */
export function SyncPages({ sourceId, sync }: { sourceId: string; sync: Sync }) {
  const scope = useScope()
  const { outcome } = useSearch({ from: ROUTE })
  const navigate = useNavigate()
  const filter = outcome ? { state: outcome, limit: PAGE_SIZE } : { limit: PAGE_SIZE }
  const query = useInfiniteQuery(syncPagesQuery(scope.knowledgeBaseId, sourceId, sync.id, filter))
  const { refetch } = query
  const { counts } = sync
  const isLive = isUnderWay(sync)
  // Each event of the sync brings new counts. One that comes during a request waits for the next.
  useEffect(() => {
    if (isLive) void refetch({ cancelRefetch: false })
  }, [counts, isLive, refetch])
  return (
    <Card
      title={t.sources.pages}
      isFlush
      actions={
        <Select<Outcome | ''>
          label={t.sources.outcome}
          isLabelHidden
          value={outcome ?? ''}
          options={[
            ['', t.sources.all],
            ...OUTCOMES.map((one) => [one, t.sources.outcomes[one]] as const),
          ]}
          onValue={(value) =>
            void navigate({
              to: ROUTE,
              params: { ...scope, sourceId },
              search: value === '' ? {} : { outcome: value },
              replace: true,
            })
          }
        />
      }
    >
      <QueryView query={query} lines={6}>
        {(data) => {
          const pages = data.pages.flatMap((part) => part.pages)
          if (pages.length === 0)
            return <p className="px-[18px] pb-4 text-ink-2">{t.sources.pagesEmpty}</p>
          return (
            <>
              <SyncPageTable pages={pages} />
              <LoadMore query={query} />
            </>
          )
        }}
      </QueryView>
    </Card>
  )
}

function SyncPageTable({ pages }: { pages: readonly SyncPage[] }) {
  return (
    <Table label={t.sources.pages}>
      <thead>
        <tr>
          <Th>{t.sources.page}</Th>
          <Th className="max-sm:pr-4">{t.sources.outcome}</Th>
          <Th className="hidden sm:table-cell">{t.sources.reason}</Th>
        </tr>
      </thead>
      <tbody>
        {pages.map((page) => (
          <tr key={page.key}>
            <Td>
              <PageLink page={page} />
              <p className="text-xs text-ink-3 sm:hidden">{page.reason}</p>
            </Td>
            <Td className="whitespace-nowrap max-sm:pr-4">
              <Pill tone={TONES[page.state] ?? 'neutral'}>{t.sources.outcomes[page.state]}</Pill>
            </Td>
            <Td className="hidden text-ink-2 sm:table-cell">{page.reason}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
