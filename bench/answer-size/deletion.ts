import { expireThreads } from '../../server/src/conversations/expire-threads.ts'
import type { AdminClient } from '@footnote/client/admin'
import { runSql, superuserUrl, withRoles } from '../lib/database.ts'
import { rounded } from '../lib/figures.ts'
import { readWalOf, walOfEach } from './wal.ts'

/** Every so many conversations are of one asker. */
const EVERY = 20
const ASKER = 'ada@example.com'

/** What it costs to delete answers: those of one asker, and then all others because they have expired. */
export async function measureDeletion(
  admin: AdminClient,
  ownerUrl: string,
  { knowledgeBaseId, workspaceId }: { knowledgeBaseId: string; workspaceId: string },
) {
  const url = superuserUrl(ownerUrl)
  await runSql(
    url,
    `update threads t set asker = $1
     from (select id, row_number() over (order by id) as place from threads) n
     where n.id = t.id and n.place % ${EVERY} = 0`,
    [ASKER],
  )
  const erased = await timed(
    async () => (await admin.askers.erase(knowledgeBaseId, { asker: ASKER })).messages,
  )
  const left = await runSql(url, 'select from threads where asker = $1', [ASKER])
  await runSql(url, "update threads set last_message_at = now() - interval '2 days'")
  await admin.workspaces.change(workspaceId, { thread_retention_days: 1 })
  const wal = await readWalOf(ownerUrl)
  const expired = await timed(() =>
    withRoles({ ownerUrl, redisUrl: '' }, ({ worker }) => expireThreads(worker.db)),
  )
  return {
    erased: erased.count,
    erasureMs: erased.ms,
    leftOfAsker: left.length,
    expired: expired.count,
    expiryMsEach: rounded(expired.ms / expired.count),
    expiryWalBytes: (await walOfEach(ownerUrl, wal, expired.count)).walBytes,
  }
}

async function timed(work: () => Promise<number>): Promise<{ count: number; ms: number }> {
  const startMs = performance.now()
  const count = await work()
  return { count, ms: rounded(performance.now() - startMs) }
}
