import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asWorker, openStore } from '../../../test/support/store/store.ts'
import { startDeletion } from '../knowledge/deletion/delete-knowledge-base.ts'
import { newId } from '../platform/new-id.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { gitCacheFolder, gitCacheRoot, removeStaleCaches } from './git-caches.ts'

let store: Store
let folder: string

beforeAll(async () => {
  store = await openStore()
  folder = await mkdtemp(join(tmpdir(), 'git-caches-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await store.close()
})

async function addSource(tenant: Tenant): Promise<string> {
  const source = {
    knowledge_base_id: tenant.knowledgeBaseId,
    id: newId(),
    type: 'git',
    name: 'Git',
  }
  await asWorker(store, (tx) => tx.insertInto('sources').values(source).execute(), tenant)
  return source.id
}

test('repositories of deleted knowledge bases and sources are removed, and no others', async () => {
  const kept = store.tenant
  const deleted = await seedTenant(store.worker.db)
  const unknown = { workspaceId: newId(), knowledgeBaseId: newId() }
  const root = gitCacheRoot(folder, store.ownerUrl)
  const cache = async (tenant: Tenant, sourceId: string) => {
    await mkdir(join(gitCacheFolder(root, tenant, sourceId), 'objects'), { recursive: true })
    return sourceId
  }
  const source = await cache(kept, await addSource(kept))
  await cache(kept, newId())
  await cache(deleted, await addSource(deleted))
  await cache(unknown, newId())
  await mkdir(join(root, 'something else'))
  // Another deployment that uses the same folder.
  const elsewhere = gitCacheRoot(folder, 'postgres://other:secret@10.0.0.1/footnote')
  await mkdir(gitCacheFolder(elsewhere, unknown, newId()), { recursive: true })
  await asWorker(store, (tx) => startDeletion({ tx, queue: store.queue, tenant: deleted }), deleted)
  await removeStaleCaches(store.worker.db, root)
  expect((await readdir(root)).sort()).toEqual([kept.knowledgeBaseId, 'something else'].sort())
  expect(await readdir(join(root, kept.knowledgeBaseId))).toEqual([source])
  expect(await readdir(elsewhere)).toEqual([unknown.knowledgeBaseId])
  await removeStaleCaches(store.worker.db, join(folder, 'not there yet'))
})

test('another password is the same database', () => {
  const [one, two] = ['a:b', 'c:d'].map((user) => `postgres://${user}@10.0.0.1:5432/footnote`)
  expect(gitCacheRoot('/caches', one ?? '')).toBe(gitCacheRoot('/caches', two ?? ''))
})
