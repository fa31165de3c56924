import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/database/db.ts'
import type { Tenant } from '../../platform/database/tenant.ts'
import { runAsTenant } from '../../platform/database/tenant.ts'
import type { Log } from '../../platform/log.ts'
import { errorFields } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { LARGE } from '../text-search.ts'
import type { SearchSpace } from '../vector-search.ts'
import type { CopiedCandidate, Copy, CopyQuery } from './rank-copy.ts'
import { rankCopy } from './rank-copy.ts'
import { createTermTable } from './term-table.ts'
import { createVectorTable, tableBytes } from './vector-table.ts'

/**
 * What busy knowledge bases are searched by, in the memory of this process: their vectors and terms. It
 * finds and ranks passages in a fraction of the time that PostgreSQL takes.
 */
export type SearchCopies = {
  /** By the copy of a space. undefined: there is none; often asked for, there will be. */
  rank: (tenant: Tenant, space: SearchSpace, query: CopyQuery) => CopiedRanking | undefined
  /** For a copy that was found to be outdated. */
  forget: (spaceId: string) => void
}

/** It counts only if no transaction that the search sees has changed passages since `read`. */
export type CopiedRanking = {
  /** The snapshot (pg_snapshot) in which the copy was made. */
  read: string
  /** Best first. */
  candidates: CopiedCandidate[]
}

/** Reading a copy costs PostgreSQL as much as 25 to 40 searches. */
const SEARCHES_BEFORE_COPY = 250
/** How often a space that could not be copied is searched until that is tried again. */
const SEARCHES_UNTIL_RETRY = 1000
/** Far less than rows of `vector_changes` are kept. */
const MAX_AGE_MS = 600_000
const PASSAGES_A_ROW = 256
/** The ids of a passage and its document. */
const ID_BYTES = 120

type CopiesDeps = { db: Db; log: Log; metrics: Pick<Metrics, 'searchMemory'> }

/** undefined: there is no memory for any. */
export function createSearchCopies(
  { db, log, metrics }: CopiesDeps,
  megabytes: number,
): SearchCopies | undefined {
  if (megabytes === 0) return undefined
  const maxBytes = megabytes * 1_000_000
  const copies = new LRUCache<string, Copy>({ maxSize: maxBytes, ttl: MAX_AGE_MS })
  /** Searches of a space since it had a copy. */
  const searches = new LRUCache<string, number>({ max: 10_000 })
  let isReading = false

  const reportSize = () => metrics.searchMemory.set(copies.calculatedSize)

  async function keep(tenant: Tenant, space: SearchSpace): Promise<void> {
    const copy = await readCopy(db, tenant, space, maxBytes)
    if (copy) {
      copies.set(space.id, copy, { size: bytesOf(copy, space) })
      reportSize()
      searches.delete(space.id)
    } else searches.set(space.id, -SEARCHES_UNTIL_RETRY)
  }

  function count(tenant: Tenant, space: SearchSpace): void {
    const seen = (searches.get(space.id) ?? 0) + 1
    searches.set(space.id, seen)
    if (seen < SEARCHES_BEFORE_COPY || isReading) return
    isReading = true
    searches.delete(space.id)
    keep(tenant, space)
      .catch((error: unknown) => {
        searches.set(space.id, -SEARCHES_UNTIL_RETRY)
        log.warn(errorFields(error), 'a knowledge base could not be kept in memory')
      })
      .finally(() => {
        isReading = false
      })
  }

  return {
    rank(tenant, space, query) {
      const copy = copies.get(space.id)
      if (copy) return { read: copy.read, candidates: rankCopy(copy, query) }
      // One that was too old is gone now.
      reportSize()
      count(tenant, space)
      return undefined
    },
    forget(spaceId) {
      copies.delete(spaceId)
      reportSize()
    },
  }
}

const bytesOf = ({ terms, passageIds: { length } }: Copy, { dimensions }: SearchSpace): number =>
  tableBytes(length, dimensions) + terms.bytes + length * ID_BYTES

/** undefined: it is empty or too large, or some of its passages have no vector. */
async function readCopy(
  db: Db,
  tenant: Tenant,
  space: SearchSpace,
  maxBytes: number,
): Promise<Copy | undefined> {
  const most = Math.min(LARGE.passages, mostPassages(maxBytes, space.dimensions))
  const parts = await readParts(db, tenant, space, most)
  const passages = parts.reduce((sum, { ids }) => sum + ids.length, 0)
  const [first] = parts
  if (!first || passages > most || passages < first.passages) return undefined
  const vectors = createVectorTable(passages, space.dimensions)
  let row = 0
  for (const part of parts) {
    vectors.write(row, part.vectors)
    row += part.ids.length
    await new Promise(setImmediate)
  }
  const copy: Copy = {
    read: first.read,
    passageIds: parts.flatMap(({ ids }) => ids),
    documentIds: parts.flatMap(({ documents }) => documents),
    languages: parts.flatMap(({ languages }) => languages),
    vectors,
    terms: await createTermTable(parts.map(({ terms }) => terms)),
  }
  return bytesOf(copy, space) > maxBytes ? undefined : copy
}

function mostPassages(maxBytes: number, dimensions: number): number {
  const empty = tableBytes(0, dimensions)
  return Math.floor((maxBytes - empty) / (tableBytes(1, dimensions) - empty))
}

type Part = {
  ids: string[]
  documents: string[]
  languages: string[]
  vectors: Buffer
  terms: Buffer
  /** How many the knowledge base has, with and without vectors. */
  passages: number
  read: string
}

/** In rows of many, which are received one by one: other requests come in between. */
const readParts = (db: Db, tenant: Tenant, space: SearchSpace, most: number): Promise<Part[]> =>
  runAsTenant<Part>(
    db,
    tenant,
    sql`
      select array_agg(passage_id) as ids, array_agg(document_id) as documents,
             array_agg(language) as languages, string_agg(halfvec_send(embedding), '') as vectors,
             string_agg(sparsevec_send(weights), '') as terms,
             (select count(*)::int from readable_terms) as passages,
             pg_current_snapshot()::text as read
      from (
        select v.passage_id, v.document_id, v.embedding, t.weights, d.language,
               (row_number() over ()) / ${sql.lit(PASSAGES_A_ROW)} as part
        from readable_vectors v
        join readable_terms t on t.id = v.passage_id
        join readable_documents d on d.id = v.document_id
        where v.space_id = ${space.id} limit ${most + 1}::int
      ) p
      group by part`,
  )
