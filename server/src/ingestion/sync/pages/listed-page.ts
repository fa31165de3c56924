import type { ListedSkip, WaitingPage } from '../../../platform/database/sync-tables.ts'
import { storableText } from '../../../text/storable-text.ts'
import type { FetchOutcome, ListedPage } from '../../../connectors/connector.ts'
import { fromWaiting, toWaiting } from './keep-waiting.ts'
import { storablePage } from './storable-outcome.ts'

/** A page that came with the listing, as its row holds it until it is visited. */
export type StoredListing = { page: WaitingPage | ListedSkip; content: Buffer | null }

export function toStored(listed: ListedPage): StoredListing {
  if (listed.kind === 'skipped') {
    return { page: { skipped: storableText(listed.reason) }, content: null }
  }
  const page = storablePage(listed.page)
  return { page: toWaiting({ ...page, links: [] }), content: Buffer.from(page.content) }
}

export function fromStored({ page, content }: StoredListing): FetchOutcome {
  if ('skipped' in page) return { kind: 'skipped', reason: page.skipped, found: [] }
  return { kind: 'fetched', page: fromWaiting(page, content ?? Buffer.alloc(0)), found: [] }
}
