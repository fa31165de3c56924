import pg from 'pg'
import type { TermCounts } from '../../../server/src/knowledge/passages/term-statistics.ts'
import { countTerms } from '../../../server/src/knowledge/passages/term-statistics.ts'
import { passageWeights, termId } from '../../../server/src/text/terms.ts'
import { TERM_SPACE } from '../../../server/src/text/vector-text.ts'
import { newId } from '../../../server/src/platform/new-id.ts'
import type { Tenant } from '../../../server/src/platform/database/tenant.ts'
import type { Copy } from './copy-binary.ts'
import {
  halfvecField,
  intArrayField,
  intField,
  openCopy,
  sparsevecField,
  textField,
  uuidField,
} from './copy-binary.ts'
import { superuserUrl } from '../database.ts'

const PASSAGES_A_DOCUMENT = 100
/** Long enough for a row to be as wide as one of the Kubernetes documentation, 1.4 kB. */
const CONTENT = textField('The text of a passage that nobody reads. '.repeat(18))
const PUBLIC = textField('public')
/** Foreign keys are not checked: what is measured is the search. */
const LOADING = '-c session_replication_role=replica -c synchronous_commit=off'

/** Little of them, and no sources: whoever copies vectors goes by their documents. Real ones stay. */
const DOCUMENTS = `
  set session_replication_role = replica;
  insert into documents (knowledge_base_id, id, source_id, url, title, content, content_type)
  select distinct knowledge_base_id, document_id, document_id, document_id::text, '', '', 'text/plain'
  from passage_vectors
  on conflict do nothing;
  set session_replication_role = origin`

export type Place = { tenant: Tenant; spaceId: string }
export const newPlace = (): Place => ({
  tenant: { workspaceId: newId(), knowledgeBaseId: newId() },
  spaceId: newId(),
})

/** A passage before it belongs to a knowledge base. */
export type SyntheticPassage = { words: readonly string[]; vector: Float32Array }

export type Loader = {
  /** Each call begins a document. */
  add(place: Place, passages: Iterable<SyntheticPassage>): Promise<void>
  /** Call it once; the tables are complete and analysed when it returns. */
  finish(): Promise<void>
}

/** Passages, vectors and term statistics as if documents had been indexed. */
export async function openLoader(ownerUrl: string): Promise<Loader> {
  const url = superuserUrl(ownerUrl)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Adding one entry at a time, the index of terms takes longer than everything else.
  const index = await client.query<{ definition: string }>(
    `select pg_get_indexdef('passages_terms'::regclass) as definition`,
  )
  await client.query('drop index passages_terms')
  const open = (into: string) => openCopy(url, LOADING, into)
  const passages = open(
    'passages (knowledge_base_id, id, document_id, visibility, chunk_index, content, terms, weights)',
  )
  const vectors = open(
    'passage_vectors (knowledge_base_id, space_id, passage_id, document_id, visibility, embedding)',
  )
  const statistics = open('term_statistics (knowledge_base_id, term, passages)')
  const counts = new Map<string, TermCounts>()
  return {
    add(place, some) {
      const { knowledgeBaseId } = place.tenant
      const own = counts.get(knowledgeBaseId) ?? new Map()
      counts.set(knowledgeBaseId, own)
      return add({ passages, vectors }, place, some, own)
    },
    async finish() {
      for (const [knowledgeBaseId, own] of counts) {
        const base = uuidField(knowledgeBaseId)
        for (const [term, count] of own) {
          await statistics.write([base, intField(term), intField(count)])
        }
      }
      for (const copy of [passages, vectors, statistics]) await copy.end()
      await client.query(DOCUMENTS)
      await client.query(`set maintenance_work_mem = '2GB'`)
      await client.query(index.rows[0]?.definition ?? '')
      await client.query('vacuum analyze passages, passage_vectors, term_statistics')
      await client.end()
    },
  }
}

type Copies = { passages: Copy; vectors: Copy }

async function add(
  copies: Copies,
  { tenant: { knowledgeBaseId }, spaceId }: Place,
  passages: Iterable<SyntheticPassage>,
  counts: TermCounts,
): Promise<void> {
  const base = uuidField(knowledgeBaseId)
  const space = uuidField(spaceId)
  let document = uuidField(newId())
  let position = 0
  for (const { words, vector } of passages) {
    if (position === PASSAGES_A_DOCUMENT) {
      document = uuidField(newId())
      position = 0
    }
    const id = uuidField(newId())
    const weights = new Map(
      Array.from(passageWeights(words), ([word, weight]) => [
        termId(knowledgeBaseId, word),
        weight,
      ]),
    )
    countTerms(counts, weights.keys(), 1)
    const terms = intArrayField([...weights.keys()])
    const stored = sparsevecField(weights, TERM_SPACE)
    const number = intField(position)
    await copies.passages.write([base, id, document, PUBLIC, number, CONTENT, terms, stored])
    await copies.vectors.write([base, space, id, document, PUBLIC, halfvecField(vector)])
    position += 1
  }
}
