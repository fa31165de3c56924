import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createScriptedSource } from '../../../../../test/fakes/scripted-source.ts'
import type { Store } from '../../../../../test/support/store/store.ts'
import { asWorker } from '../../../../../test/support/store/store.ts'
import type { Syncing } from '../../../../../test/support/store/syncing.ts'
import { readDocuments, useSyncing } from '../../../../../test/support/store/syncing.ts'

/** More than are read ahead at once. */
const GONE = 110

let store: Store
let syncing: Syncing

useSyncing((scene) => ({ store, syncing } = scene))

test('every page that is gone is deleted, however many there are', async () => {
  const sourceId = await syncing.addSource(createScriptedSource())
  const syncId = await syncing.start(sourceId)
  const { knowledgeBaseId } = store.tenant
  await asWorker(store, async (tx) => {
    await sql`update syncs set phase = 'deleting', deletions = 'confirmed'
              where id = ${syncId}`.execute(tx)
    await sql`
      insert into documents (knowledge_base_id, id, source_id, source_key, url, title, content,
                             content_type, state)
      select ${knowledgeBaseId}, gen_random_uuid(), ${sourceId}, '/' || n, 'https://a.test/' || n,
             'Page', 'text', 'text/markdown', 'indexed'
      from generate_series(0, ${GONE}::int) n`.execute(tx)
    await sql`
      insert into source_pages (knowledge_base_id, source_id, key, document_id, state)
      select knowledge_base_id, source_id, source_key, id, 'added' from documents`.execute(tx)
    await sql`
      insert into sync_pages (knowledge_base_id, sync_id, key, state)
      select knowledge_base_id, ${syncId}, source_key,
             case source_key when '/0' then 'failed' else 'gone' end
      from documents order by random()`.execute(tx)
  })
  expect(await syncing.run(syncId)).toBe('ended')
  expect(await readDocuments(store)).toMatchObject([{ source_key: '/0' }])
})
