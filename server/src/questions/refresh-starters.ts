import { MAX_GENERATED_STARTER_QUESTIONS } from '@footnote/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import type { Tenant, TenantTransaction } from '../platform/tenant.ts'
import { withTenant } from '../platform/tenant.ts'
import { questionsFromTitles } from './questions-from-titles.ts'

/** Some titles make no question, some the same one as another. */
const TITLES_A_GROUP = 50

type Titled = { document_id: string; group_id: string | null; title: string; language: string }

type Starter = { document_id: string; position: number; title: string; question: string }

/** Writes the generated questions anew. What readers see of them is decided again at each read. */
export function refreshStarters(db: Db, tenant: Tenant): Promise<void> {
  return withTenant(db, tenant, async (tx) => {
    // First, because it locks: two refreshes of one knowledge base follow each other.
    await sql`
      update knowledge_bases set starters_refreshed_at = now()
      where id = ${tenant.knowledgeBaseId}`.execute(tx)
    const starters = chooseStarters(await findTitles(tx))
    await tx.deleteFrom('starter_questions').execute()
    await insertStarters(tx, tenant, starters)
  })
}

/**
 * Public documents with something to answer from, those near the root of a site first: they are the
 * overviews. By group, since a key may be limited to some.
 */
async function findTitles(tx: TenantTransaction): Promise<Titled[]> {
  const { rows } = await sql<Titled>`
    with ranked as (
      select id, group_id, title, language,
             row_number() over (partition by group_id order by depth, id) as place
      from (select *, length(url) - length(replace(url, '/', '')) as depth from documents) d
      where visibility = 'public' and passage_count > 0
    )
    select id as document_id, group_id, title, language from ranked
    where place <= ${TITLES_A_GROUP}
    order by place, id`.execute(tx)
  return rows
}

/** A few of each group. */
export function chooseStarters(titles: readonly Titled[]): Starter[] {
  const groups = Map.groupBy(titles, ({ group_id }) => group_id)
  const chosen = [...groups.values()].flatMap((ofGroup) =>
    questionsFromTitles(ofGroup, MAX_GENERATED_STARTER_QUESTIONS),
  )
  return chosen.map(({ question, from: { document_id, title } }, position) => ({
    document_id,
    position,
    title,
    question,
  }))
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
