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
    return <Pill tone="warn">{t.sources.failedPages(source.failed_pages)}</Pill>
  }
  if (source.paused) return <Pill>{t.sources.paused}</Pill>
  if (source.last_sync) return <SyncPill state={source.last_sync.state} />
  return source.type === 'api' ? null : <Pill>{t.sources.neverSynced}</Pill>
}
