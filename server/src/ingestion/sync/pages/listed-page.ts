import type { ListedSkip, WaitingPage } from '../../../platform/database/sync-tables.ts'
import type { FetchOutcome, ListedPage } from '../../../connectors/connector.ts'
import { fromWaiting, toWaiting } from './keep-waiting.ts'
import { storableOutcome } from './storable-outcome.ts'

/** A page that came with the listing, as its row holds it until it is visited. */
export type StoredListing = { page: WaitingPage | ListedSkip; content: Buffer | null }

export function toStored(listed: ListedPage): StoredListing {
  const outcome = storableOutcome({ ...listed, found: [] })
  if (outcome.kind !== 'fetched')
    return { page: { skipped: findSkipReason(outcome) }, content: null }
  const { page } = outcome
  return { page: toWaiting({ ...page, links: [] }), content: Buffer.from(page.content) }
}

export function fromStored({ page, content }: StoredListing): FetchOutcome {
  if ('skipped' in page) return { kind: 'skipped', reason: page.skipped, found: [] }
  return { kind: 'fetched', page: fromWaiting(page, content ?? Buffer.alloc(0)), found: [] }
}

const findSkipReason = (outcome: FetchOutcome): string =>
  'reason' in outcome ? outcome.reason : ''
