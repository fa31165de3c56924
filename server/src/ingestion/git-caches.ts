import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isId } from '@footnote/contract/id'
import type { Db } from '../platform/database/db.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'

/** One folder per database: two deployments may share a machine and the default folder. */
export function gitCacheRoot(cacheFolder: string, databaseUrl: string): string {
  // The same database, whichever role logs in.
  const database = databaseUrl.replace(/\/\/[^@/]*@/, '//')
  const name = createHash('sha256').update(database).digest('hex')
  return join(cacheFolder, name.slice(0, 16))
}

/** The folder for the repository of one source. */
export const gitCacheFolder = (
  root: string,
  { knowledgeBaseId }: Pick<Tenant, 'knowledgeBaseId'>,
  sourceId: string,
): string => join(root, knowledgeBaseId, sourceId)

/**
 * Removes the repositories of deleted sources and knowledge bases. Every worker does it for its own
 * disk. The folders are listed before the database is queried, so new ones are never removed.
 */
export async function removeStaleCaches(db: Db, root: string): Promise<void> {
  for (const knowledgeBaseId of await idsIn(root)) {
    const folder = join(root, knowledgeBaseId)
    const cached = await idsIn(folder)
    const kept = await listSources(db, knowledgeBaseId)
    const remove = (path: string) => rm(path, { recursive: true, force: true })
    if (!kept) await remove(folder)
    else for (const id of cached) if (!kept.has(id)) await remove(join(folder, id))
  }
}

/** Undefined if the knowledge base does not exist or is being deleted. */
async function listSources(db: Db, knowledgeBaseId: string): Promise<Set<string> | undefined> {
  const found = await db
    .selectFrom('knowledge_bases')
    .select('workspace_id')
    .where('id', '=', knowledgeBaseId)
    .where('deleting_at', 'is', null)
    .executeTakeFirst()
  if (!found) return undefined
  const tenant = { workspaceId: found.workspace_id, knowledgeBaseId }
  const sources = await withTenant(db, tenant, (tx) =>
    tx.selectFrom('sources').select('id').execute(),
  )
  return new Set(sources.map(({ id }) => id))
}

async function idsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter(isId)
}
