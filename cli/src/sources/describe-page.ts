import type { SyncPage } from '@footnote/client/admin'
import { plain } from '../plain.ts'

type Described = Pick<SyncPage, 'state' | 'reason'> & Partial<Pick<SyncPage, 'linked_from'>>

/** Why a page is in its state, and where a dead link is. */
export function describePage({ state, reason, linked_from }: Described): string {
  const where = state === 'dead_link' && linked_from ? `Linked from ${plain(linked_from)}. ` : ''
  return `${where}${plain(reason ?? '')}`
}
