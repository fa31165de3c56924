import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Db } from '../platform/database/db.ts'
import { newId } from '../platform/new-id.ts'
import type { Page } from '../platform/page.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { findHere } from '../platform/database/tenant.ts'

const COLUMNS = [
  'id',
  'workspace_id',
  'name',
  'starter_mode',
  'own_questions',
  'answerability',
  'split_questions',
  'default_filter',
  'contact',
  'mcp_enabled',
  'mcp_url',
  'mcp_oauth',
  'llms_txt',
  'page_markdown',
  'deleting_at',
  'created_at',
] as const

const NEEDS_URL = {
  path: 'mcp_oauth',
  message: 'needs an mcp_url, or PUBLIC_URL and SECRETS_KEY on this server',
}

const NEEDS_MAIL = {
  path: 'contact',
  message: 'This server cannot send email: it has no SMTP_URL.',
}

type KnowledgeBaseRow = Selectable<Database['knowledge_bases']>

export type KnowledgeBase = Pick<KnowledgeBaseRow, (typeof COLUMNS)[number]>

export type KnowledgeBaseChange = Partial<
  Omit<KnowledgeBase, 'id' | 'workspace_id' | 'deleting_at' | 'created_at'>
>

/** The model of an embedder and the dimensions of its vectors. */
export type VectorSpace = { model: string; dimensions: number }

export async function createKnowledgeBase(
  tx: TenantTransaction,
  tenant: Tenant,
  name: string,
  space: VectorSpace,
): Promise<KnowledgeBase> {
  const created = await tx
    .insertInto('knowledge_bases')
    .values({ workspace_id: tenant.workspaceId, id: tenant.knowledgeBaseId, name })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('embedding_spaces')
    .values({
      knowledge_base_id: tenant.knowledgeBaseId,
      id: newId(),
      model: space.model,
      dimensions: space.dimensions,
      state: 'active',
    })
    .execute()
  // The source of documents that are pushed over the admin API.
  await tx
    .insertInto('sources')
    .values({ knowledge_base_id: tenant.knowledgeBaseId, id: newId(), type: 'api', name: 'Pushed' })
    .execute()
  return created
}

export function listKnowledgeBases(
  tx: TenantTransaction,
  workspaceId: string,
  { limit, after }: Page,
): Promise<KnowledgeBase[]> {
  const query = tx
    .selectFrom('knowledge_bases')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .limit(limit)
  return (after === undefined ? query : query.where('id', '>', after)).execute()
}

/** For operators, whose paths name no workspace. Refuses one that does not exist or is being deleted. */
export async function findKnowledgeBase(db: Db, id: string): Promise<KnowledgeBase & Tenant> {
  const found = await findRemaining(db, id)
  if (found.deleting_at !== null) throw new Refusal('NOT_FOUND')
  return found
}

/** Finds one that is being deleted, too. */
export async function findRemaining(db: Db, id: string): Promise<KnowledgeBase & Tenant> {
  const found = await findHere(db, id, () =>
    db.selectFrom('knowledge_bases').select(COLUMNS).where('id', '=', id).executeTakeFirst(),
  )
  if (!found) throw new Refusal('NOT_FOUND')
  return { ...found, workspaceId: found.workspace_id, knowledgeBaseId: found.id }
}

/** Refuses readers' sign-in without an `mcp_url`, unless the service has its own sign-in, and mail it cannot send. */
export async function changeKnowledgeBase(
  tx: TenantTransaction,
  { workspaceId, knowledgeBaseId: id }: Tenant,
  change: KnowledgeBaseChange,
  { hasOwnSignIn, hasMail }: { hasOwnSignIn: boolean; hasMail: boolean },
): Promise<KnowledgeBase> {
  if (change.contact?.by === 'email' && !hasMail) {
    throw new Refusal('BAD_REQUEST', { details: [NEEDS_MAIL] })
  }
  const before = await tx
    .selectFrom('knowledge_bases')
    .select(['mcp_url', 'mcp_oauth'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal('NOT_FOUND')
  const after = { ...before, ...change }
  if (after.mcp_oauth && after.mcp_url === null) {
    if (!hasOwnSignIn) throw new Refusal('BAD_REQUEST', { details: [NEEDS_URL] })
    await sql`
      insert into sign_in_settings (knowledge_base_id, workspace_id) values (${id}, ${workspaceId})
      on conflict do nothing`.execute(tx)
  }
  const { contact, ...others } = change
  return tx
    .updateTable('knowledge_bases')
    .set(
      contact === undefined ? others : { ...others, contact: contact && JSON.stringify(contact) },
    )
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}
