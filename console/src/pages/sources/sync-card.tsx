import type { Source, Sync } from '@footnote/client/admin'
import { Link } from '@tanstack/react-router'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { formatAge, formatNumber, formatSeconds } from '../../ui/format.ts'
import { hasDone } from '../overview/setup-progress.ts'
import { isUnderWay } from './is-under-way.ts'
import { SyncProgress } from './sync-state.tsx'
import type { LiveSync } from './use-live-sync.ts'

const PHASES = ['listing', 'fetching', 'probing', 'matching', 'deleting', 'indexing'] as const

/** Besides what was found and indexed. */
const OUTCOMES = [
  'added',
  'changed',
  'moved',
  'unchanged',
  'gone',
  'skipped',
  'failed',
  'dead_links',
] as const

/** How far a sync is, or what it did. */
export function SyncCard({ source, sync }: { source: Source; sync: LiveSync }) {
  const note = sync.ended_at
    ? t.sources.ended(formatAge(sync.ended_at))
    : sync.remaining_seconds === null
      ? t.sources.begun(formatAge(sync.created_at))
      : t.sources.remaining(formatSeconds(sync.remaining_seconds))
  return (
    <Card title={t.sources.progress} note={note}>
      <div className="flex flex-col gap-4">
        {isUnderWay(sync) && <Phases sync={sync} />}
        {isUnderWay(sync) && <SyncProgress sync={sync} />}
        {sync.state === 'held' ? (
          <Held sourceId={source.id} sync={sync} />
        ) : (
          sync.reason !== null && <p className="text-danger">{sync.reason}</p>
        )}
        <Counts counts={sync.counts} sourceId={source.id} />
        {sync.page !== null && (
          <p className="truncate text-ink-2" title={sync.page}>
            {t.sources.reading(sync.page)}
          </p>
        )}
        {isUnderWay(sync) && <Cancel sourceId={source.id} syncId={sync.id} />}
        {sync.state === 'completed' && source.documents > 0 && <AskNow />}
      </div>
    </Card>
  )
}

/** Until somebody at this browser has asked. */
function AskNow() {
  const scope = useScope()
  if (hasDone(scope.knowledgeBaseId, 'asked')) return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Link
        to="/w/$workspaceId/kb/$knowledgeBaseId/playground"
        params={scope}
        className={buttonClass('primary')}
      >
        {t.sources.askNow}
      </Link>
      <span className="text-ink-2">{t.sources.askNowLead}</span>
    </div>
  )
}

function Phases({ sync }: { sync: Sync }) {
  const now = PHASES.indexOf(sync.phase)
  return (
    <ol className="flex flex-wrap gap-x-4 gap-y-2">
      {PHASES.map((phase, at) => (
        <li
          key={phase}
          aria-current={at === now ? 'step' : undefined}
          className={`flex items-center gap-1.5 ${at === now ? 'font-semibold text-accent' : at < now ? 'text-ink-2' : 'text-ink-3'}`}
        >
          <span
            aria-hidden="true"
            className={`size-2 rounded-full ${at <= now ? 'bg-accent' : 'bg-line'}`}
          />
          {t.sources.phases[phase]}
          {at < now && <span className="sr-only">{t.sources.phaseDone}</span>}
        </li>
      ))}
    </ol>
  )
}

type CountsProps = { counts: Sync['counts']; sourceId: string }

const Counts = ({ counts, sourceId }: CountsProps) => (
  <dl className="flex flex-wrap gap-x-8 gap-y-3">
    {(['found', ...OUTCOMES.filter((outcome) => counts[outcome] > 0)] as const).map((name) => (
      <div key={name}>
        <dt className="text-xs text-ink-3">{t.sources.counts[name]}</dt>
        <dd className="font-serif text-[1.25rem]/7 tabular-nums lining-nums">
          <Count name={name} count={counts[name]} sourceId={sourceId} />
        </dd>
      </div>
    ))}
    <div>
      <dt className="text-xs text-ink-3">{t.sources.counts.indexed}</dt>
      <dd className="font-serif text-[1.25rem]/7 tabular-nums lining-nums">
        {formatNumber(counts.indexed)}{' '}
        {counts.to_index > 0 && (
          <span className="font-sans text-xs text-ink-3">
            {t.sources.ofToIndex(formatNumber(counts.to_index))}
          </span>
        )}
      </dd>
    </div>
  </dl>
)

/** Pages that are not as the source has them are listed where their number leads. */
function Count({ name, count, sourceId }: { name: string; count: number; sourceId: string }) {
  const scope = useScope()
  if (name !== 'skipped' && name !== 'failed') return formatNumber(count)
  return (
    <Link
      to="/w/$workspaceId/kb/$knowledgeBaseId/sources/$sourceId"
      params={{ ...scope, sourceId }}
      search={{ outcome: name }}
      className="underline"
    >
      {formatNumber(count)}
    </Link>
  )
}

function Held({ sourceId, sync }: { sourceId: string; sync: Sync }) {
  const { knowledgeBaseId } = useScope()
  const refreshes = [knowledgeBaseKey(knowledgeBaseId)]
  const confirm = useChange({
    run: () => admin().syncs.confirm(knowledgeBaseId, sourceId, sync.id),
    refreshes,
    said: t.sources.confirmed,
  })
  const keep = useChange({
    run: () => admin().syncs.discard(knowledgeBaseId, sourceId, sync.id),
    refreshes,
    said: t.sources.kept,
  })
  const { gone } = sync.counts
  const error = confirm.error ?? keep.error
  return (
    <div className="rounded-card bg-warn-tint px-4 py-3">
      <p className="font-semibold">{t.sources.heldTitle(gone)}</p>
      <p className="mb-3 text-ink-2">{sync.reason ?? t.sources.heldReason}</p>
      {error && <ErrorNotice error={error} />}
      <div className="flex flex-wrap gap-2">
        <Button isChange kind="danger" isBusy={confirm.isPending} onClick={() => confirm.mutate()}>
          {t.sources.confirm(gone)}
        </Button>
        <Button isChange isBusy={keep.isPending} onClick={() => keep.mutate()}>
          {t.sources.keep}
        </Button>
      </div>
    </div>
  )
}

function Cancel({ sourceId, syncId }: { sourceId: string; syncId: string }) {
  const { knowledgeBaseId } = useScope()
  const cancel = useChange({
    run: () => admin().syncs.cancel(knowledgeBaseId, sourceId, syncId),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'sources')],
    said: t.sources.cancelled,
  })
  return (
    <div>
      {cancel.isError && <ErrorNotice error={cancel.error} />}
      <Button isChange isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
        {t.sources.cancelSync}
      </Button>
    </div>
  )
}
