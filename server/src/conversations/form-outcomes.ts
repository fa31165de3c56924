import type { FormDeflectOutcomeBody } from '@footnote/contract/public/form-deflect'
import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import type { Db } from '../platform/database/db.ts'
import { Refusal } from '../platform/refusal.ts'
import { withTenant } from '../platform/database/tenant.ts'
import { refusalFor, requireOwn } from './ratings.ts'

export type FormOutcome = FormDeflectOutcomeBody['outcome']

/** Stores what became of a form. A later outcome replaces an earlier one. */
export async function storeFormOutcome(
  db: Db,
  caller: Caller,
  messageId: string,
  outcome: FormOutcome,
): Promise<void> {
  // Nothing is written under Zero data retention, not even about an older answer.
  if (caller.retention === 'zero') throw new Refusal('NOT_FOUND')
  await withTenant(db, caller, async (tx) => {
    await requireOwn(tx, caller, messageId)
    const { numAffectedRows } = await sql`
      insert into form_outcomes (knowledge_base_id, message_id, outcome)
      select knowledge_base_id, id, ${outcome} from messages
      where knowledge_base_id = ${caller.knowledgeBaseId} and id = ${messageId}
        and source = 'form_deflect'
      -- Locked, so that a message deleted meanwhile is not found, instead of violating the foreign key.
      for key share
      on conflict (knowledge_base_id, message_id) do update
        set outcome = excluded.outcome, updated_at = clock_timestamp()`.execute(tx)
    if (numAffectedRows === 1n) return
    const own = await tx
      .selectFrom('messages')
      .select('id')
      .where('id', '=', messageId)
      .executeTakeFirst()
    // Only answers to forms have an outcome.
    throw own ? new Refusal('NOT_FOUND') : await refusalFor(tx, messageId)
  })
}
