import type { SavedSearchRule, SearchRule } from '@footnote/contract/admin/answers/search-rules'
import { MAX_SEARCH_RULES } from '@footnote/contract/limits'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { newId } from '../platform/new-id.ts'
import { Refusal } from '../platform/refusal.ts'
import { analyse } from '../text/terms.ts'

type Row = { id: string; rule: SearchRule; created_at: Date }

export async function listSearchRules(tx: TenantTransaction): Promise<SavedSearchRule[]> {
  const { rows } = await sql<Row>`
    select id, rule, created_at from search_rules order by id desc`.execute(tx)
  return rows.map(toSaved)
}

/** Refuses an unknown id. */
export async function findSearchRule(tx: TenantTransaction, id: string): Promise<SavedSearchRule> {
  const { rows } = await sql<Row>`
    select id, rule, created_at from search_rules where id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  return toSaved(row)
}

/** Refuses one more than there may be, and what no question can match. */
export async function createSearchRule(
  tx: TenantTransaction,
  knowledgeBaseId: string,
  rule: SearchRule,
): Promise<SavedSearchRule> {
  await requireWords(tx, knowledgeBaseId, rule)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from search_rules`.execute(tx)
  if ((rows[0]?.count ?? 0) >= MAX_SEARCH_RULES) {
    const message = `A knowledge base has at most ${MAX_SEARCH_RULES} search rules.`
    throw new Refusal('CONFLICT', { message })
  }
  const id = newId()
  await sql`
    insert into search_rules (knowledge_base_id, id, rule)
    values (${knowledgeBaseId}, ${id}, ${JSON.stringify(rule)}::jsonb)`.execute(tx)
  return findSearchRule(tx, id)
}

export async function putSearchRule(
  tx: TenantTransaction,
  knowledgeBaseId: string,
  id: string,
  rule: SearchRule,
): Promise<SavedSearchRule> {
  await requireWords(tx, knowledgeBaseId, rule)
  await sql`
    update search_rules set rule = ${JSON.stringify(rule)}::jsonb where id = ${id}`.execute(tx)
  return findSearchRule(tx, id)
}

export async function deleteSearchRule(tx: TenantTransaction, id: string): Promise<void> {
  await sql`delete from search_rules where id = ${id}`.execute(tx)
}

const toSaved = ({ created_at: createdAt, ...row }: Row): SavedSearchRule => ({
  ...row,
  created_at: createdAt.toISOString(),
})

/** A phrase of stop words alone, such as `IT` in English, is never searched for. Waits for other changes. */
async function requireWords(
  tx: TenantTransaction,
  knowledgeBaseId: string,
  rule: SearchRule,
): Promise<void> {
  const { rows } = await sql<{ languages: string[] }>`
    select readable_languages(languages) as languages from knowledge_bases
    where id = ${knowledgeBaseId} for update`.execute(tx)
  const languages = rows[0]?.languages ?? []
  const isSearched = (phrase: string) =>
    (languages.length > 0 ? languages : ['en']).some(
      (language) => analyse(phrase, language).length > 0,
    )
  for (const [field, phrases] of phrasesOf(rule)) {
    const index = phrases.findIndex((phrase) => !isSearched(phrase))
    if (index === -1) continue
    const message = 'has no word that is searched for'
    throw new Refusal('BAD_REQUEST', { details: [{ path: `rule.${field}.${index}`, message }] })
  }
}

const phrasesOf = (rule: SearchRule): [string, readonly string[]][] => [
  ['words', rule.words],
  ...(rule.kind === 'synonym' ? [['means', rule.means] as [string, string[]]] : []),
]
