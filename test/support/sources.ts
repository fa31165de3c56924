import type { Source, Sync } from '@footnote/client/admin'
import type { Knowledge } from './knowledge.ts'
import type { Service } from './service.ts'

type Admin = Pick<Service, 'admin'>

/** A source of files that was not synced yet. */
export async function createFiles(
  { admin }: Admin,
  { knowledgeBaseId }: Knowledge,
  files: Record<string, string>,
): Promise<Source> {
  const source = await admin.sources.create(knowledgeBaseId, {
    name: 'Files',
    settings: { type: 'files', base_url: 'https://files.example.com/' },
    sync: false,
  })
  for (const [path, content] of Object.entries(files)) {
    await putFile({ admin }, source, knowledgeBaseId, path, content)
  }
  return source
}

export const putFile = (
  { admin }: Admin,
  { id }: Pick<Source, 'id'>,
  knowledgeBaseId: string,
  path: string,
  content: string,
) => admin.sourceFiles.put(knowledgeBaseId, id, { path, bytes: new TextEncoder().encode(content) })

/** Syncs a source and waits for the end. */
export async function syncNow(
  service: Admin,
  knowledgeBaseId: string,
  sourceId: string,
  timeoutMs = 240_000,
): Promise<Sync> {
  const { id } = await service.admin.syncs.start(knowledgeBaseId, sourceId)
  return untilSynced(service, knowledgeBaseId, sourceId, id, timeoutMs)
}

export async function untilSynced(
  { admin }: Admin,
  knowledgeBaseId: string,
  sourceId: string,
  syncId: string,
  timeoutMs = 240_000,
): Promise<Sync> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const sync = await admin.syncs.get(knowledgeBaseId, sourceId, syncId)
    if (sync.state !== 'queued' && sync.state !== 'running') return sync
    if (Date.now() > deadline) throw new Error(`The sync is still at ${JSON.stringify(sync)}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
