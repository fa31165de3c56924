import type { StarterQuestions } from '@footnote/contract/admin/answers/starter-questions'
import type { LabelFilter } from '@footnote/contract/labels'
import { MAX_GENERATED_STARTER_QUESTIONS } from '@footnote/contract/limits'
import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { inScope } from '../retrieval/document-scope.ts'
import type { Db } from '../platform/database/db.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { readAsTenant } from '../platform/database/tenant.ts'

/** Several groups may have pages of the same title, and so the same question. */
const MAX_READ = 40

/** The questions to show before the reader types, as the knowledge base's setting has it. */
export function suggestQuestions(
  db: Db,
  caller: Caller,
  filter: LabelFilter | undefined,
): Promise<string[]> {
  return readAsTenant(db, caller, async (tx) => {
    const { starter_mode, own_questions } = await tx
      .selectFrom('knowledge_bases')
      .select(['starter_mode', 'own_questions'])
      .where('id', '=', caller.knowledgeBaseId)
      .executeTakeFirstOrThrow()
    if (starter_mode === 'none') return []
    return starter_mode === 'own'
      ? own_questions
      : generatedQuestions(tx, caller.allowedGroupIds, filter ?? caller.defaultFilter)
  })
}

/** A key that is limited to groups gets only questions that its readers can have answered. */
async function generatedQuestions(
  tx: TenantTransaction,
  allowedGroupIds: readonly string[],
  filter: LabelFilter,
): Promise<string[]> {
  let query = tx
    .selectFrom('readable_starter_questions')
    .select('question')
    .orderBy('position')
    .limit(MAX_READ)
  const labelled = inScope({ groupIds: null, filter })
  if (Object.keys(filter).length > 0) query = query.where(sql<boolean>`true ${labelled}`)
  if (allowedGroupIds.length > 0) query = query.where('group_id', 'in', allowedGroupIds)
  const questions = (await query.execute()).map(({ question }) => question)
  return [...new Set(questions)].slice(0, MAX_GENERATED_STARTER_QUESTIONS)
}

/** For the operator: all of them, with their pages. */
export async function listGenerated(
  tx: TenantTransaction,
  { knowledgeBaseId }: Tenant,
): Promise<StarterQuestions> {
  const { starters_refreshed_at } = await tx
    .selectFrom('knowledge_bases')
    .select('starters_refreshed_at')
    .where('id', '=', knowledgeBaseId)
    .executeTakeFirstOrThrow()
  // The view knows which are still valid, but it is for readers and does not have their pages.
  const generated = await tx
    .selectFrom('starter_questions as q')
    .innerJoin('documents as d', 'd.id', 'q.document_id')
    .select(['q.question', 'q.document_id'])
    .where('d.visibility', '=', 'public')
    .whereRef('d.title', '=', 'q.title')
    .orderBy('q.position')
    .execute()
  return { generated, refreshed_at: starters_refreshed_at?.toISOString() ?? null }
}
