import type { FormDeflectOutcomeBody } from '@footnote/contract/form-deflect'
import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import type { Db } from '../platform/db.ts'
import { Refusal } from '../platform/refusal.ts'
import { withTenant } from '../platform/tenant.ts'
import { refusalFor } from './ratings.ts'

export type FormOutcome = FormDeflectOutcomeBody['outcome']

/** Stores what became of a form. Told again it is stored again: the last one stays. */
export async function storeFormOutcome(
  db: Db,
  caller: Caller,
  messageId: string,
  outcome: FormOutcome,
): Promise<void> {
  // Nothing is written for such a workspace, not even about an answer from before it was one.
  if (caller.retention === 'zero') throw new Refusal('NOT_FOUND')
  await withTenant(db, caller, async (tx) => {
    const { numAffectedRows } = await sql`
      insert into form_outcomes (knowledge_base_id, message_id, outcome)
      select knowledge_base_id, id, ${outcome} from messages
      where knowledge_base_id = ${caller.knowledgeBaseId} and id = ${messageId}
        and source = 'form_deflect'
      -- Held, so that a message removed meanwhile is not found rather than a broken reference.
      for key share
      on conflict (knowledge_base_id, message_id) do update
        set outcome = excluded.outcome, updated_at = clock_timestamp()`.execute(tx)
    if (numAffectedRows === 1n) return
    const own = await tx
      .selectFrom('messages')
      .select('id')
      .where('id', '=', messageId)
      .executeTakeFirst()
    // An answer that no form asked for has no outcome to tell.
    throw own ? new Refusal('NOT_FOUND') : await refusalFor(tx, messageId)
  })
}
