import type { Source } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { messagesQuery, sourcesQuery, summaryQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Card } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import type { Tone } from '../../ui/pill.tsx'
import { QueryView } from '../../ui/query-view.tsx'

const GAPS = { gap: 'true', limit: 3 } as const
const BASE = '/w/$workspaceId/kb/$knowledgeBaseId'

/** What an operator would otherwise have to look for. */
export function NeedsALook() {
  const scope = useScope()
  const { knowledgeBaseId } = scope
  const sources = useQuery(sourcesQuery(knowledgeBaseId))
  const { data: summary } = useQuery(summaryQuery(knowledgeBaseId))
  const { data: gaps } = useQuery(messagesQuery(knowledgeBaseId, GAPS))
  return (
    <Card title={t.overview.needsALook} isFlush>
      <QueryView query={sources} lines={4}>
        {(data) => {
          const rows: ReactNode[] = [
            ...data.sources.flatMap((source) => sourceRow(source, scope)),
            ...(summary && summary.failed > 0
              ? [
                  <Row
                    key="failed"
                    note={t.overview.failedPagesNote}
                    pill={t.overview.failedPill}
                    tone="bad"
                  >
                    <Link
                      to={`${BASE}/pages`}
                      params={scope}
                      search={{ state: 'failed' }}
                      className="hover:underline"
                    >
                      {t.overview.failedPages(formatNumber(summary.failed))}
                    </Link>
                  </Row>,
                ]
              : []),
            ...(gaps?.messages ?? []).map(({ id, question }) => (
              <Row key={id} note={t.overview.gap} pill={t.overview.gapPill} tone="neutral">
                <Link
                  to={`${BASE}/playground`}
                  params={scope}
                  search={{ q: question }}
                  className="hover:underline"
                >
                  {question}
                </Link>
              </Row>
            )),
          ]
          if (rows.length === 0)
            return <p className="px-[18px] pb-4 text-ink-2">{t.overview.nothingToDo}</p>
          return <ul className="mt-2">{rows}</ul>
        }}
      </QueryView>
    </Card>
  )
}

function sourceRow(source: Source, scope: ReturnType<typeof useScope>): ReactNode[] {
  const sync = source.last_sync
  if (sync?.state !== 'held' && sync?.state !== 'failed') return []
  const isHeld = sync.state === 'held'
  return [
    <Row
      key={source.id}
      note={source.name}
      pill={isHeld ? t.overview.heldPill : t.overview.failedPill}
      tone={isHeld ? 'warn' : 'bad'}
    >
      <Link
        to={`${BASE}/sources/$sourceId`}
        params={{ ...scope, sourceId: source.id }}
        className="hover:underline"
      >
        {isHeld ? t.overview.held(formatNumber(sync.counts.gone)) : t.overview.syncFailed}
      </Link>
    </Row>,
  ]
}

type RowProps = { note: string; pill: string; tone: Tone; children: ReactNode }

const Row = ({ note, pill, tone, children }: RowProps) => (
  <li className="flex items-center justify-between gap-3 border-t border-line px-[18px] py-2">
    <div className="min-w-0">
      {children}
      <p className="text-xs text-ink-3">{note}</p>
    </div>
    <Pill tone={tone}>{pill}</Pill>
  </li>
)
