import { MAX_GENERATED_STARTER_QUESTIONS } from '@footnote/contract/limits'
import { sql } from 'kysely'
import { findAnswerModel } from '../knowledge/answer-model.ts'
import type { LanguageModels } from '../models/language/language-models.ts'
import type { Db } from '../platform/database/db.ts'
import type { Log } from '../platform/log.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import type { Titled } from './public-titles.ts'
import { findPublicTitles } from './public-titles.ts'
import type { TitleQuestion } from './questions-from-titles.ts'
import { questionsFromTitles } from './questions-from-titles.ts'
import { writeStarters } from './write-starters.ts'

type Starter = { document_id: string; position: number; title: string; question: string }

export type StarterDeps = {
  db: Db
  /** null: the rules write them everywhere. */
  starterModels: LanguageModels | null
  log: Log
}

/** Writes the generated questions anew. What readers see of them is decided again at each read. */
export async function refreshStarters(
  deps: StarterDeps,
  tenant: Tenant,
  signal: AbortSignal,
): Promise<void> {
  const written = await askModel(deps, tenant, signal)
  await withTenant(deps.db, tenant, async (tx) => {
    // First, because it locks: two refreshes of one knowledge base follow each other.
    await sql`
      update knowledge_bases set starters_refreshed_at = now()
      where id = ${tenant.knowledgeBaseId}`.execute(tx)
    const starters = chooseStarters(await findPublicTitles(tx), written)
    await tx.deleteFrom('starter_questions').execute()
    await insertStarters(tx, tenant, starters)
  })
}

/** No transaction is open while the model writes. */
async function askModel(
  { db, starterModels, log }: StarterDeps,
  tenant: Tenant,
  signal: AbortSignal,
): Promise<TitleQuestion<Titled>[]> {
  if (!starterModels) return []
  const { stored, titles } = await withTenant(db, tenant, async (tx) => ({
    stored: await findAnswerModel(tx, tenant.knowledgeBaseId),
    titles: await findPublicTitles(tx),
  }))
  const model = starterModels.of(stored, tenant.knowledgeBaseId)
  return model
    ? writeStarters(model, titles, signal, { log, knowledgeBaseId: tenant.knowledgeBaseId })
    : []
}

/** A few of each version in each group: a model's, where it wrote some from titles that still stand. */
export function chooseStarters(
  titles: readonly Titled[],
  written: readonly TitleQuestion<Titled>[] = [],
): Starter[] {
  const groups = Map.groupBy(titles, ({ group_id, version }) => `${group_id} ${version}`)
  const chosen = [...groups.values()].flatMap((ofGroup) => {
    const current = distinct(written.filter(({ from }) => ofGroup.some((now) => isSame(now, from))))
    return current.length > 0
      ? current.slice(0, MAX_GENERATED_STARTER_QUESTIONS)
      : questionsFromTitles(ofGroup, MAX_GENERATED_STARTER_QUESTIONS)
  })
  return chosen.map(({ question, from: { document_id, title } }, position) => ({
    document_id,
    position,
    title,
    question,
  }))
}

const isSame = (a: Titled, b: Titled): boolean =>
  a.document_id === b.document_id && a.title === b.title

/** No question and no page occurs twice. */
function distinct(questions: readonly TitleQuestion<Titled>[]): TitleQuestion<Titled>[] {
  const seen = new Set<string>()
  return questions.filter(({ question, from }) => {
    const isNew = !seen.has(question.toLowerCase()) && !seen.has(from.document_id)
    seen.add(question.toLowerCase()).add(from.document_id)
    return isNew
  })
}

/** A document removed meanwhile is left out: the join holds the others until the commit. */
async function insertStarters(
  tx: TenantTransaction,
  { knowledgeBaseId }: Tenant,
  starters: readonly Starter[],
): Promise<void> {
  await sql`
    insert into starter_questions (knowledge_base_id, document_id, position, title, question)
    select d.knowledge_base_id, d.id, s.position, s.title, s.question
    from jsonb_to_recordset(${JSON.stringify(starters)}::jsonb)
      as s (document_id uuid, position int, title text, question text)
    join documents d on d.knowledge_base_id = ${knowledgeBaseId} and d.id = s.document_id
    for key share of d`.execute(tx)
}
