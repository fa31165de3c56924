import type { Source, Sync } from '@footnote/client/admin'
import { t } from './texts.ts'
import type { Tone } from '../../ui/pill.tsx'
import { Pill } from '../../ui/pill.tsx'

const TONES: Record<Sync['state'], Tone> = {
  queued: 'neutral',
  running: 'accent',
  held: 'warn',
  completed: 'ok',
  failed: 'bad',
  cancelled: 'neutral',
}

/** A source is in step with its last sync; a sync itself is completed. */
export const SyncPill = ({ state, isPast = false }: { state: Sync['state']; isPast?: boolean }) => (
  <Pill tone={TONES[state]}>
    {isPast && state === 'completed' ? t.sources.completed : t.sources.states[state]}
  </Pill>
)

export function SourcePill({ source }: { source: Source }) {
  const isUpToDate = source.last_sync === null || source.last_sync.state === 'completed'
  if (isUpToDate && source.failed_pages > 0) {
    return <Pill tone="warn">{readText(source)}</Pill>
  }
  if (source.paused) return <Pill>{t.sources.paused}</Pill>
  if (source.last_sync) return <SyncPill state={source.last_sync.state} />
  return source.type === 'api' ? null : <Pill>{t.sources.neverSynced}</Pill>
}

/** Pages that are as the source has them, of those that its last sync saw. */
function readText({ failed_pages: failed, last_sync }: Source): string {
  if (last_sync === null) return t.sources.failedPages(failed)
  const { added, changed, moved, unchanged, failed: unread } = last_sync.counts
  const all = added + changed + moved + unchanged + unread
  // A page may fail after its sync, and with it all that the sync saw.
  return all < failed
    ? t.sources.failedPages(failed)
    : t.sources.pagesRead(all - failed, all, failed)
}

/** How far a sync is that runs. What is read is indexed meanwhile. */
export function SyncProgress({ sync: { counts } }: { sync: Pick<Sync, 'counts'> }) {
  const { fetched, found, indexed, to_index } = counts
  if (found === 0) return null
  const text = t.sources.fetched(fetched, found)
  return (
    <span className="flex max-w-72 items-center gap-2 text-xs whitespace-nowrap text-ink-3">
      <progress
        aria-label={text}
        className="h-1.5 min-w-16 flex-1 accent-accent"
        max={found + to_index}
        value={fetched + indexed}
      />
      <span aria-hidden="true">{text}</span>
    </span>
  )
}
