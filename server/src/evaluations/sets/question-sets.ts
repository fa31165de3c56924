import type {
  QuestionSetWithItems,
  SetQuestion,
  SetQuestionBody,
} from '@footnote/contract/admin/evaluations/question-sets'
import { MAX_SET_QUESTIONS } from '@footnote/contract/limits'
import { sql } from 'kysely'
import { isForeignKeyViolation, refuseTaken } from '../../platform/database/database-errors.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { newId } from '../../platform/new-id.ts'
import type { Page } from '../../platform/page.ts'
import { Refusal } from '../../platform/refusal.ts'

export type StoredSet = {
  id: string
  name: string
  questions: number
  created_at: Date
  updated_at: Date
}

const COLUMNS = sql`
  s.id, s.name, s.created_at, s.updated_at,
  (select count(*)::int from set_questions q
   where q.knowledge_base_id = s.knowledge_base_id and q.set_id = s.id) as questions`

export async function listSets(
  tx: TenantTransaction,
  { limit, after }: Page,
): Promise<StoredSet[]> {
  const { rows } = await sql<StoredSet>`
    select ${COLUMNS} from question_sets s
    where ${after ?? null}::uuid is null or s.id > ${after ?? null}::uuid
    order by s.id limit ${limit}`.execute(tx)
  return rows
}

/** Refuses an unknown id. */
export async function findSet(tx: TenantTransaction, id: string): Promise<StoredSet> {
  const { rows } = await sql<StoredSet>`
    select ${COLUMNS} from question_sets s where s.id = ${id}::uuid`.execute(tx)
  const [found] = rows
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

export async function readSet(tx: TenantTransaction, id: string): Promise<QuestionSetWithItems> {
  return { ...toSet(await findSet(tx, id)), items: await listQuestions(tx, id) }
}

export const toSet = ({ created_at, updated_at, ...set }: StoredSet) => ({
  ...set,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

async function listQuestions(tx: TenantTransaction, id: string): Promise<SetQuestion[]> {
  const { rows } = await sql<SetQuestion>`
    select question, expect, expected_pages, must_say, message_id as from_message_id
    from set_questions where set_id = ${id}::uuid order by position`.execute(tx)
  return rows
}

/** Refuses a name that another set has. */
export async function createSet(
  tx: TenantTransaction,
  { knowledgeBaseId }: Tenant,
  name: string,
): Promise<string> {
  const id = newId()
  await sql`
    insert into question_sets (knowledge_base_id, id, name)
    values (${knowledgeBaseId}, ${id}, ${name})`
    .execute(tx)
    .catch(refuseTaken)
  return id
}

export async function renameSet(tx: TenantTransaction, id: string, name: string): Promise<void> {
  await sql`update question_sets set name = ${name}, updated_at = now() where id = ${id}::uuid`
    .execute(tx)
    .catch(refuseTaken)
}

export async function deleteSet(tx: TenantTransaction, id: string): Promise<void> {
  await sql`delete from question_sets where id = ${id}::uuid`.execute(tx)
}

/** Refuses a question that occurs twice. */
export async function replaceQuestions(
  tx: TenantTransaction,
  tenant: Tenant,
  id: string,
  questions: readonly SetQuestionBody[],
): Promise<void> {
  const texts = questions.map(({ question }) => question)
  const repeated = texts.findIndex((text, index) => texts.indexOf(text) < index)
  if (repeated !== -1) {
    const path = `items[${repeated}].question`
    throw new Refusal('BAD_REQUEST', { details: [{ path, message: 'is in the list already' }] })
  }
  await lockSet(tx, id)
  await sql`delete from set_questions where set_id = ${id}::uuid`.execute(tx)
  await insertQuestions(tx, tenant, id, questions, 0)
}

/** At the end. Leaves out what the set has already. */
export async function addQuestions(
  tx: TenantTransaction,
  tenant: Tenant,
  id: string,
  questions: readonly SetQuestionBody[],
): Promise<void> {
  await lockSet(tx, id)
  const { rows } = await sql<{ question: string; position: number }>`
    select question, position from set_questions where set_id = ${id}::uuid
    order by position`.execute(tx)
  const seen = new Set(rows.map(({ question }) => question))
  const added = questions.filter(({ question }) => {
    const isNew = !seen.has(question)
    seen.add(question)
    return isNew
  })
  if (rows.length + added.length > MAX_SET_QUESTIONS) {
    const message = `A set has at most ${MAX_SET_QUESTIONS} questions.`
    throw new Refusal('CONFLICT', { message })
  }
  await insertQuestions(tx, tenant, id, added, (rows.at(-1)?.position ?? -1) + 1)
}

/** Two requests would number their questions alike. */
async function lockSet(tx: TenantTransaction, id: string): Promise<void> {
  const { numAffectedRows } = await sql`
    update question_sets set updated_at = now() where id = ${id}::uuid`.execute(tx)
  if (numAffectedRows === 0n) throw new Refusal('NOT_FOUND')
}

/** Refuses a message that is not there. */
async function insertQuestions(
  tx: TenantTransaction,
  { knowledgeBaseId }: Tenant,
  id: string,
  questions: readonly SetQuestionBody[],
  first: number,
): Promise<void> {
  await sql`
    insert into set_questions
      (knowledge_base_id, set_id, position, question, expect, expected_pages, must_say, message_id)
    select ${knowledgeBaseId}, ${id}, ${first} + place - 1, q->>'question', q->>'expect',
           array(select jsonb_array_elements_text(q->'expected_pages')),
           array(select jsonb_array_elements_text(q->'must_say')), (q->>'from_message_id')::uuid
    from jsonb_array_elements(${JSON.stringify(questions)}::jsonb) with ordinality list (q, place)`
    .execute(tx)
    .catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? new Refusal('NOT_FOUND') : error
    })
}
