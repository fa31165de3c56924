import type {
  VerifiedAnswer,
  VerifiedAnswerBody,
  VerifiedSource,
} from '@footnote/contract/admin/answers/verified-answers'
import { MAX_VERIFIED_ANSWERS } from '@footnote/contract/limits'
import { sql } from 'kysely'
import { lockKeptSpaces } from '../../knowledge/spaces/embedding-space.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { newId } from '../../platform/new-id.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { EmbeddedWordings } from './wording-vectors.ts'
import { addWordingVectors } from './wording-vectors.ts'

type Row = {
  id: string
  questions: [string, ...string[]]
  answer: string
  verified_at: Date
  expires_at: Date | null
  created_at: Date
  is_expired: boolean
  sources: VerifiedSource[]
}

export async function listVerifiedAnswers(
  tx: TenantTransaction,
  id: string | null = null,
): Promise<VerifiedAnswer[]> {
  const { rows } = await sql<Row>`
    select a.id, a.questions, a.answer, a.verified_at, a.expires_at, a.created_at,
           coalesce(a.expires_at <= statement_timestamp(), false) as is_expired,
           (select jsonb_agg(jsonb_build_object(
              'document_id', d.id, 'title', coalesce(d.title, s.title), 'url', coalesce(d.url, s.url),
              'state', case when d.id is null then 'gone'
                            when d.visibility = 'restricted' then 'restricted'
                            when d.version <> s.version then 'changed'
                            else 'unchanged' end) order by s.position)
            from verified_answer_sources s
            left join documents d on d.knowledge_base_id = s.knowledge_base_id and d.id = s.document_id
            where s.knowledge_base_id = a.knowledge_base_id and s.verified_answer_id = a.id) as sources
    from verified_answers a
    where ${id}::uuid is null or a.id = ${id}
    order by a.id desc`.execute(tx)
  return rows.map(({ questions: [question, ...variants], is_expired: isExpired, ...row }) => ({
    id: row.id,
    question,
    variants,
    answer: row.answer,
    sources: row.sources,
    state: isExpired ? 'expired' : stateOf(row.sources),
    verified_at: row.verified_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }))
}

function stateOf(sources: readonly VerifiedSource[]): VerifiedAnswer['state'] {
  if (sources.some(({ state }) => state === 'gone' || state === 'restricted')) return 'not_given'
  return sources.some(({ state }) => state === 'changed') ? 'needs_review' : 'given'
}

/** Refuses an unknown id. */
export async function findVerifiedAnswer(
  tx: TenantTransaction,
  id: string,
): Promise<VerifiedAnswer> {
  const [found] = await listVerifiedAnswers(tx, id)
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

/** Refuses one more than there may be. */
export async function createVerifiedAnswer(
  tx: TenantTransaction,
  knowledgeBaseId: string,
  body: VerifiedAnswerBody,
  embedded: EmbeddedWordings,
): Promise<VerifiedAnswer> {
  await sql`select from knowledge_bases where id = ${knowledgeBaseId} for update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from verified_answers`.execute(tx)
  if ((rows[0]?.count ?? 0) >= MAX_VERIFIED_ANSWERS) {
    const message = `A knowledge base has at most ${MAX_VERIFIED_ANSWERS} verified answers.`
    throw new Refusal('CONFLICT', { message })
  }
  const id = newId()
  await sql`
    insert into verified_answers (knowledge_base_id, id, questions, answer, expires_at)
    values (${knowledgeBaseId}, ${id}, ${[body.question, ...body.variants]}, ${body.answer},
            ${body.expires_at})`.execute(tx)
  await putSources(tx, knowledgeBaseId, id, body.source_document_ids)
  await putVectors(tx, knowledgeBaseId, id, embedded)
  return findVerifiedAnswer(tx, id)
}

/** Verifies it as of now. `embedded`: undefined where the wordings stay as they are. */
export async function changeVerifiedAnswer(
  tx: TenantTransaction,
  knowledgeBaseId: string,
  id: string,
  body: VerifiedAnswerBody,
  embedded: EmbeddedWordings | undefined,
): Promise<VerifiedAnswer> {
  const { numAffectedRows } = await sql`
    update verified_answers
    set questions = ${[body.question, ...body.variants]}, answer = ${body.answer},
        expires_at = ${body.expires_at}, verified_at = now()
    where id = ${id}`.execute(tx)
  if (numAffectedRows === 0n) throw new Refusal('NOT_FOUND')
  await sql`delete from verified_answer_sources where verified_answer_id = ${id}`.execute(tx)
  await putSources(tx, knowledgeBaseId, id, body.source_document_ids)
  if (embedded) {
    await sql`delete from verified_answer_vectors where verified_answer_id = ${id}`.execute(tx)
    await putVectors(tx, knowledgeBaseId, id, embedded)
  }
  return findVerifiedAnswer(tx, id)
}

export async function deleteVerifiedAnswer(tx: TenantTransaction, id: string): Promise<void> {
  await sql`delete from verified_answers where id = ${id}`.execute(tx)
}

/** As the pages are now. Refuses one that is not there. */
async function putSources(
  tx: TenantTransaction,
  knowledgeBaseId: string,
  id: string,
  documentIds: readonly string[],
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into verified_answer_sources
      (knowledge_base_id, verified_answer_id, position, document_id, title, url, version)
    select ${knowledgeBaseId}, ${id}, wanted.position, d.id, d.title, d.url, d.version
    from unnest(${documentIds}::uuid[]) with ordinality as wanted (id, position)
    join documents d on d.id = wanted.id`.execute(tx)
  if (Number(numAffectedRows) === documentIds.length) return
  const message = 'names a document that this knowledge base does not have'
  throw new Refusal('BAD_REQUEST', { details: [{ path: 'source_document_ids', message }] })
}

/** Refuses where searches have moved to another model since the wordings were embedded. */
async function putVectors(
  tx: TenantTransaction,
  knowledgeBaseId: string,
  id: string,
  { spaceId, vectors }: EmbeddedWordings,
): Promise<void> {
  const spaces = await lockKeptSpaces(tx)
  if (!spaces.some((space) => space.id === spaceId && space.state === 'active')) {
    const message = 'The embedding model is being changed at this moment. Try again.'
    throw new Refusal('CONFLICT', { message })
  }
  await addWordingVectors(
    tx,
    knowledgeBaseId,
    spaceId,
    vectors.map((vector, index) => ({ id, position: index + 1, vector })),
  )
}
