import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../platform/database/db.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { runAsTenant } from '../platform/database/tenant.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import { createVectorTable, tableBytes, type VectorTable } from './compare-vectors.ts'
import type { KnownHits, SearchSpace } from './vector-search.ts'

/**
 * Vectors of busy knowledge bases in the memory of this process, which compares them in a sixth of the time
 * that PostgreSQL takes. What is found is checked by the search statement, see `KnownHits`.
 */
export type VectorCopies = {
  /** The nearest passages of a space that is in memory. Often asked in vain, it will be. */
  nearest: (
    tenant: Tenant,
    space: SearchSpace,
    vector: Buffer,
    limit: number,
  ) => KnownHits | undefined
  /** For a copy whose hits were found to be outdated. */
  forget: (spaceId: string) => void
}

type Copy = { read: string; passageIds: string[]; documentIds: string[]; table: VectorTable }

/** Reading the vectors costs PostgreSQL about as much as six searches. */
const SEARCHES_BEFORE_COPY = 32
/** How often a space that could not be copied is searched until that is tried again. */
const SEARCHES_UNTIL_RETRY = 10_000
/** With fewer, comparing them costs PostgreSQL little. */
export const MIN_PASSAGES = 1000
/** Far less than rows of `vector_changes` are kept. */
const MAX_AGE_MS = 600_000
const PASSAGES_A_ROW = 256

/** undefined: there is no memory for any. */
export function createVectorCopies(db: Db, megabytes: number, log: Log): VectorCopies | undefined {
  if (megabytes === 0) return undefined
  const maxBytes = megabytes * 1_000_000
  const copies = new LRUCache<string, Copy>({ maxSize: maxBytes, ttl: MAX_AGE_MS })
  /** Searches of a space since it had a copy. */
  const searches = new LRUCache<string, number>({ max: 10_000 })
  let isReading = false

  async function keep(tenant: Tenant, space: SearchSpace): Promise<void> {
    const most = mostPassages(maxBytes, space.dimensions)
    const parts = await readParts(db, tenant, space, most)
    const passages = parts.reduce((sum, { ids }) => sum + ids.length, 0)
    const [first] = parts
    if (!first || passages < MIN_PASSAGES || passages > most) {
      searches.set(space.id, -SEARCHES_UNTIL_RETRY)
      return
    }
    const copy: Copy = {
      read: first.read,
      passageIds: parts.flatMap(({ ids }) => ids),
      documentIds: parts.flatMap(({ documents }) => documents),
      table: createVectorTable(passages, space.dimensions),
    }
    let row = 0
    for (const { ids, vectors } of parts) {
      copy.table.write(row, vectors)
      row += ids.length
      await new Promise(setImmediate)
    }
    copies.set(space.id, copy, { size: tableBytes(passages, space.dimensions) })
    searches.delete(space.id)
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
        log.warn(errorFields(error), 'vectors could not be kept in memory')
      })
      .finally(() => {
        isReading = false
      })
  }

  return {
    nearest(tenant, space, vector, limit) {
      const copy = copies.get(space.id)
      if (!copy) {
        count(tenant, space)
        return undefined
      }
      const found = copy.table.nearest(vector, limit)
      return {
        read: copy.read,
        passageIds: toArray(found.map(({ row }) => copy.passageIds[row])),
        documentIds: toArray(found.map(({ row }) => copy.documentIds[row])),
        distances: toArray(found.map(({ distance }) => distance)),
      }
    },
    forget(spaceId) {
      copies.delete(spaceId)
    },
  }
}

/** Of ids and numbers, which need no quotes. */
const toArray = (values: readonly (string | number | undefined)[]): string =>
  `{${values.join(',')}}`

function mostPassages(maxBytes: number, dimensions: number): number {
  const empty = tableBytes(0, dimensions)
  return Math.floor((maxBytes - empty) / (tableBytes(1, dimensions) - empty))
}

type Part = { ids: string[]; documents: string[]; vectors: Buffer; read: string }

/** In rows of many, which are received one by one: other requests come in between. */
const readParts = (db: Db, tenant: Tenant, space: SearchSpace, most: number): Promise<Part[]> =>
  runAsTenant<Part>(
    db,
    tenant,
    sql`
      select array_agg(passage_id) as ids, array_agg(document_id) as documents,
             string_agg(halfvec_send(embedding), '') as vectors, pg_current_snapshot()::text as read
      from (
        select passage_id, document_id, embedding, (row_number() over ()) / ${sql.lit(PASSAGES_A_ROW)} as part
        from readable_vectors where space_id = ${space.id} limit ${most + 1}::int
      ) v
      group by part`,
  )
