import type { StarterQuestions } from '@footnote/contract/admin/answers/starter-questions'
import type { LabelFilter } from '@footnote/contract/labels'
import type {
  SuggestedQuestionsQuery,
  SuggestedQuestionsResponse,
} from '@footnote/contract/public/suggested-questions'
import { MAX_GENERATED_STARTER_QUESTIONS } from '@footnote/contract/limits'
import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { effectiveGroups } from '../access/effective-groups.ts'
import { findMissed, inScope } from '../retrieval/document-scope.ts'
import { readPageAt } from '../retrieval/reader-page.ts'
import { pageAddress } from '../text/page-address.ts'
import { pageQuestions } from './page-questions.ts'
import type { Db } from '../platform/database/db.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { readAsTenant } from '../platform/database/tenant.ts'

/** Several groups may have pages of the same title, and so the same question. */
const MAX_READ = 40

/** The questions to show before the reader types, as the knowledge base's setting has it. */
export async function suggestQuestions(
  db: Db,
  caller: Caller,
  { filter, page_url: pageUrl }: SuggestedQuestionsQuery,
): Promise<SuggestedQuestionsResponse> {
  // As for somebody who has not signed in: what only signed readers see suggests nothing.
  const groupIds =
    pageUrl === undefined ? null : await effectiveGroups(db, { ...caller, reader: null }, undefined)
  return readAsTenant(db, caller, async (tx) => {
    const { starter_mode, own_questions } = await tx
      .selectFrom('knowledge_bases')
      .select(['starter_mode', 'own_questions'])
      .where('id', '=', caller.knowledgeBaseId)
      .executeTakeFirstOrThrow()
    if (starter_mode === 'none') return { questions: [] }
    if (starter_mode === 'own') return { questions: own_questions }
    const base = filter ?? caller.defaultFilter
    const general = await generatedQuestions(tx, caller.allowedGroupIds, base)
    const ofPage =
      pageUrl === undefined ? [] : await questionsAt(tx, pageAddress(pageUrl), groupIds, filter)
    const questions = [...new Set([...ofPage, ...general])]
    return {
      questions: questions.slice(0, MAX_GENERATED_STARTER_QUESTIONS),
      ...(ofPage.length > 0 ? { about_page: ofPage.length } : {}),
    }
  })
}

/** Of the page at an address, unless its labels do not fit what is asked for. */
async function questionsAt(
  tx: TenantTransaction,
  address: string,
  groupIds: readonly string[] | null,
  filter: LabelFilter | undefined,
): Promise<string[]> {
  const page = await readPageAt(tx, groupIds, address)
  const fits = page !== null && findMissed(filter, page.labels) === undefined
  return fits ? pageQuestions(tx, page) : []
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
