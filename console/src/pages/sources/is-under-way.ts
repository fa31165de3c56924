import type { Sync } from '@footnote/client/admin'

export const isUnderWay = (sync: Sync | null | undefined): boolean =>
  sync?.state === 'queued' || sync?.state === 'running'
