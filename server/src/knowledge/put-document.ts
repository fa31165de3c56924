import { isDeepStrictEqual } from 'node:util'
import type { Labels } from '@footnote/contract/labels'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import type { UnitOfWork } from '../platform/unit-of-work.ts'
import type { Document, DocumentChange } from './documents.ts'
import { changeDocument, DOCUMENT_COLUMNS } from './documents.ts'
import { insertDocuments } from './insert-documents.ts'
import { indexAllAgain } from './queue-indexing.ts'

type DocumentRow = Selectable<Database['documents']>

export type DocumentInput = Pick<DocumentRow, 'url' | 'content_type'> & {
  title: string | null
  content: string
  /** null: unchanged, so that a put does not publish what an operator restricted. */
  visibility: DocumentRow['visibility'] | null
  /** null: no group. Absent: unchanged. */
  group_id?: DocumentRow['group_id']
  /** Absent: unchanged. */
  labels?: Labels
}

export type PutOutcome = { document: Document; outcome: 'created' | 'changed' | 'unchanged' }

/** One page. Refuses the URL of another source's page. */
export async function putDocument(unit: UnitOfWork, input: DocumentInput): Promise<PutOutcome> {
  const [stored = 'conflict'] = await putDocuments(unit, [input])
  if (stored === 'conflict') throw new Refusal('CONFLICT')
  return stored
}

/**
 * Stores pushed pages under their URLs, each URL once. Only a changed title or content is indexed
 * again. Returns what became of each, in order; `conflict`: the URL of another source's page, whose
 * next sync would undo the change.
 */
export async function putDocuments(
  unit: UnitOfWork,
  inputs: readonly DocumentInput[],
): Promise<(PutOutcome | 'conflict')[]> {
  const source = await unit.tx
    .selectFrom('sources')
    .select('id')
    .where('type', '=', 'api')
    .executeTakeFirstOrThrow()
  const created = await insertPushed(unit, source.id, inputs)
  const earlier = inputs.filter((_, n) => !created[n])
  const replaced = await replaceDocuments(unit, source.id, earlier)
  return inputs.map(({ url }, n) => {
    const document = created[n]
    return document ? { document, outcome: 'created' } : (replaced.get(url) ?? 'conflict')
  })
}

/** In order. Undefined: the URL is taken. */
const insertPushed = (
  unit: UnitOfWork,
  sourceId: string,
  inputs: readonly DocumentInput[],
): Promise<(Document | undefined)[]> =>
  insertDocuments(
    unit,
    inputs.map(({ title, visibility, labels = {}, ...input }) => ({
      source_id: sourceId,
      given_title: title,
      // Until the content has been read.
      title: title ?? input.url,
      visibility: visibility ?? 'public',
      visibility_chosen: visibility !== null,
      given_labels: JSON.stringify(labels),
      ...input,
    })),
  )

/** By URL; without those of other sources. */
async function replaceDocuments(
  unit: UnitOfWork,
  sourceId: string,
  inputs: readonly DocumentInput[],
): Promise<Map<string, PutOutcome>> {
  const { tx } = unit
  if (inputs.length === 0) return new Map()
  const inputByUrl = new Map(inputs.map((input) => [input.url, input]))
  const earlier = await tx
    .selectFrom('documents')
    .select(['id', 'url', 'content', 'content_type', 'given_title', 'state'])
    .select(['visibility', 'visibility_chosen', 'group_id', 'given_labels'])
    .where('url', 'in', [...inputByUrl.keys()])
    .where('source_id', '=', sourceId)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (earlier.length === 0) return new Map()
  const changed = new Set<string>()
  const indexed: string[] = []
  for (const before of earlier) {
    const input = inputByUrl.get(before.url)
    if (!input) continue
    const settings = changedSettings(before, input)
    if (Object.keys(settings).length > 0) {
      await changeDocument(unit, before.id, settings)
      changed.add(before.id)
    }
    if (isSame(before, input)) continue
    await storeContent(tx, before.id, input)
    changed.add(before.id)
    indexed.push(before.id)
  }
  await indexAllAgain(unit, indexed)
  const documents = await tx
    .updateTable('documents')
    .set({ updated_at: sql<Date>`now()` })
    .where(
      'id',
      'in',
      earlier.map(({ id }) => id),
    )
    .returning(DOCUMENT_COLUMNS)
    .execute()
  return new Map(
    documents.map((document) => [
      document.url,
      { document, outcome: changed.has(document.id) ? 'changed' : 'unchanged' },
    ]),
  )
}

type Settings = Pick<DocumentRow, 'visibility' | 'visibility_chosen' | 'group_id' | 'given_labels'>

function changedSettings(
  before: Settings,
  { visibility, group_id, labels }: DocumentInput,
): DocumentChange {
  const isChosen = visibility === before.visibility && before.visibility_chosen
  return {
    ...(visibility === null || isChosen ? {} : { visibility, visibility_chosen: true }),
    ...(group_id === undefined || group_id === before.group_id ? {} : { group_id }),
    ...(labels === undefined || isDeepStrictEqual(labels, before.given_labels)
      ? {}
      : { given_labels: JSON.stringify(labels) }),
  }
}

type Content = Pick<DocumentRow, 'content' | 'content_type' | 'given_title' | 'state'>

/** Operators retry a failed document by putting it again. */
const isSame = (before: Content, { title, content, content_type }: DocumentInput): boolean =>
  before.state !== 'failed' &&
  before.content === content &&
  before.content_type === content_type &&
  before.given_title === title

async function storeContent(
  tx: TenantTransaction,
  id: string,
  { title, content, content_type }: DocumentInput,
): Promise<void> {
  await tx
    .updateTable('documents')
    .set({
      content,
      content_type,
      given_title: title,
      ...(title === null ? {} : { title }),
      // Until the content has been read.
      published_at: null,
    })
    .where('id', '=', id)
    .execute()
}
