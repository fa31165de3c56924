import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '../../../platform/refusal.ts'
import type { Source } from '../../../sources/sources.ts'
import type { TenantTransaction } from '../../../platform/database/tenant.ts'
import type { WholePage } from './keep-waiting.ts'
import type { SyncRun } from '../sync-run.ts'

export type CurrentSource = Pick<Source, 'visibility' | 'rules' | 'group_id' | 'settings'>

/**
 * What an operator may have changed since the slice began. The lock orders storing a page against such
 * a change: the change waits and sees the page, or the page sees the change.
 */
export async function readCurrentSource(
  tx: TenantTransaction,
  { source }: Pick<SyncRun, 'source'>,
): Promise<CurrentSource> {
  const now = await tx
    .selectFrom('sources')
    .select(['visibility', 'rules', 'group_id', 'settings'])
    .where('id', '=', source.id)
    .forShare()
    .executeTakeFirst()
  if (!now) throw new Refusal('NOT_FOUND')
  return now
}

type Versioned = { version: string | null; page: WholePage }

/** A page that was fetched with outdated settings gets no version, so that it is fetched again. */
export const versionedBy = <Page extends Versioned>(
  now: CurrentSource,
  { source }: Pick<SyncRun, 'source'>,
  page: Page,
): Page =>
  isDeepStrictEqual(now.settings, source.settings)
    ? page
    : { ...page, version: null, page: { ...page.page, validators: null } }
