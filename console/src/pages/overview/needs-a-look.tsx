import type { Source } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { gapsQuery } from '../../api/gap-queries.ts'
import { sourcesQuery, usageQuery } from '../../api/queries.ts'
import { sourceTrouble } from '../../api/source-trouble.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Card } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import type { Tone } from '../../ui/pill.tsx'
import { QueryView } from '../../ui/query-view.tsx'

const BASE = '/w/$workspaceId/kb/$knowledgeBaseId'
/** Whoever has more failing sources looks at their list. */
const MAX_SOURCES = 4
/** From this share on, a limit will stop answers soon. */
const NEARLY = 0.8

type Row = { key: string; note: string; pill: string; tone: Tone; link: ReactNode }

/** What an operator would otherwise have to look for. */
export function NeedsALook() {
  const sources = useQuery(sourcesQuery(useScope().knowledgeBaseId))
  const others = [...useGaps(), ...useLimits()]
  return (
    <Card title={t.overview.needsALook} isFlush>
      <QueryView query={sources} lines={4}>
        {(data) => <Rows sources={data.sources} others={others} />}
      </QueryView>
    </Card>
  )
}

function Rows({ sources, others }: { sources: readonly Source[]; others: readonly Row[] }) {
  const scope = useScope()
  const troubled = sources.flatMap((source) => {
    const trouble = sourceTrouble(source)
    const rows = trouble === null ? [] : [sourceRow(source, trouble, scope)]
    return source.skipped_pages > 0 ? [...rows, skippedRow(source, scope)] : rows
  })
  const rows = [...troubled.slice(0, MAX_SOURCES), ...others]
  const more = troubled.length - MAX_SOURCES
  if (rows.length === 0) {
    return <p className="px-4 pb-4 text-ink-2 sm:px-[18px]">{t.overview.nothingToDo}</p>
  }
  return (
    <>
      <ul className="mt-2">
        {rows.map(({ key, note, pill, tone, link }) => (
          <li
            key={key}
            className="flex items-center justify-between gap-3 border-t border-line px-4 py-2 sm:px-[18px]"
          >
            <div className="min-w-0">
              {link}
              <p className="text-xs text-ink-3">{note}</p>
            </div>
            <Pill tone={tone}>{pill}</Pill>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="border-t border-line px-4 py-2 sm:px-[18px]">
          <Link to={`${BASE}/sources`} params={scope} className="text-accent hover:underline">
            {t.overview.moreSources(more)}
          </Link>
        </p>
      )}
    </>
  )
}

type Trouble = NonNullable<ReturnType<typeof sourceTrouble>>
const TONES = { held: 'warn', failed: 'bad', 'failed pages': 'bad' } as const

function sourceRow(source: Source, trouble: Trouble, scope: ReturnType<typeof useScope>): Row {
  const says: Record<Trouble, string> = {
    held: t.overview.held(source.last_sync?.counts.gone ?? 0),
    failed: t.overview.syncFailed,
    'failed pages': t.overview.failedPages(source.failed_pages),
  }
  const link =
    trouble === 'failed pages' ? (
      <Link
        to={`${BASE}/pages`}
        params={scope}
        search={{ state: 'failed', source: source.id }}
        className="hover:underline"
      >
        {says[trouble]}
      </Link>
    ) : (
      <Link
        to={`${BASE}/sources/$sourceId`}
        params={{ ...scope, sourceId: source.id }}
        className="hover:underline"
      >
        {says[trouble]}
      </Link>
    )
  const pill = trouble === 'held' ? t.overview.heldPill : t.overview.failedPill
  return { key: source.id, note: source.name, pill, tone: TONES[trouble], link }
}

/** Pages too large, of no format that is read, not to be indexed, and so on. */
function skippedRow(source: Source, scope: ReturnType<typeof useScope>): Row {
  const link = (
    <Link
      to={`${BASE}/pages`}
      params={scope}
      search={{ state: 'skipped', source: source.id }}
      className="hover:underline"
    >
      {t.overview.skippedPages(source.skipped_pages)}
    </Link>
  )
  const key = `${source.id} skipped`
  return { key, note: source.name, pill: t.overview.skippedPill, tone: 'neutral', link }
}

function useGaps(): Row[] {
  const scope = useScope()
  const { data } = useQuery(gapsQuery(scope.knowledgeBaseId, 'open'))
  const [largest] = data?.gaps ?? []
  if (!data || !largest) return []
  const link = (
    <Link to={`${BASE}/gaps`} params={scope} className="hover:underline">
      {t.overview.openGaps(data.gaps.length)}
    </Link>
  )
  const note = t.overview.largestGap(largest.title)
  return [{ key: 'gaps', note, pill: t.overview.gapPill, tone: 'neutral', link }]
}

/** The month's questions, and the day's cost. */
function useLimits(): Row[] {
  const scope = useScope()
  const { data } = useQuery(usageQuery(scope.workspaceId))
  if (!data) return []
  const { answered, monthly_question_allowance: allowance } = data
  const isNear = allowance !== null && answered >= allowance * NEARLY
  if (!isNear && !data.cost_cap_reached) return []
  const link = (
    <Link to={`${BASE}/limits`} params={scope} className="hover:underline">
      {data.cost_cap_reached ? t.overview.capReached : t.overview.allowanceNear}
    </Link>
  )
  const note =
    data.cost_cap_reached || allowance === null
      ? t.overview.capReachedNote
      : t.overview.allowanceNote(formatNumber(answered), formatNumber(allowance))
  return [{ key: 'limits', note, pill: t.overview.limitPill, tone: 'warn', link }]
}
