import pg from 'pg'
import type { EmbeddingSpace } from './embedding-space.ts'

/** Makes and drops the HNSW index of one embedding space. */
export type SpaceIndexes = {
  /** Safe to call again: what a killed worker left half made is made anew. */
  create(space: Pick<EmbeddingSpace, 'id' | 'dimensions'>, signal: AbortSignal): Promise<void>
  drop(spaceId: string): Promise<void>
}

/**
 * CREATE INDEX CONCURRENTLY runs in no transaction and needs the table's owner, so each call opens a
 * connection of its own that does not switch to the worker role. It has no statement timeout.
 */
export function createSpaceIndexes(ownerUrl: string): SpaceIndexes {
  return {
    create: (space, signal) => withOwner(ownerUrl, signal, (client) => create(client, space)),
    drop: (spaceId) =>
      withOwner(ownerUrl, undefined, async (client) => {
        await lockIndexes(client)
        await client.query(`drop index concurrently if exists ${indexName(spaceId)}`)
      }),
  }
}

async function create(
  client: pg.Client,
  { id, dimensions }: Pick<EmbeddingSpace, 'id' | 'dimensions'>,
): Promise<void> {
  const name = indexName(id)
  await lockIndexes(client)
  const found = await client.query<{ valid: boolean }>(
    'select i.indisvalid as valid from pg_index i where i.indexrelid = to_regclass($1)',
    [name],
  )
  if (found.rows[0]?.valid === true) return
  await client.query(`drop index concurrently if exists ${name}`)
  await client.query(
    `create index concurrently ${name} on passage_vectors
     using hnsw ((embedding::halfvec(${dimensions})) halfvec_cosine_ops)
     where space_id = ${pg.escapeLiteral(id)} and visibility <> 'restricted'`,
  )
}

/**
 * One at a time, of whichever space: all are indexes of one table, and each build waits in the end for
 * statements that began before it, such as another that waits for the table. Tried, not waited for,
 * because waiting is such a statement too. The job is run again later.
 */
async function lockIndexes(client: pg.Client): Promise<void> {
  const lock = await client.query<{ held: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('passage_vectors_hnsw', 0)) as held`,
  )
  if (lock.rows[0]?.held !== true) throw new Error('Another vector index is being made or dropped')
}

const indexName = (spaceId: string): string =>
  pg.escapeIdentifier(`passage_vectors_hnsw_${spaceId.replaceAll('-', '')}`)

async function withOwner<Result>(
  url: string,
  signal: AbortSignal | undefined,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted()
  const client = new pg.Client({
    connectionString: url,
    application_name: 'footnote_vector_index',
    // The server ends the build when this process is gone; it would not look by itself.
    options: '-c client_connection_check_interval=5s',
  })
  // A lost connection also fails the statement under way, which is where it is heard.
  client.on('error', () => undefined)
  const leave = () => void client.end().catch(() => undefined)
  await client.connect()
  signal?.addEventListener('abort', leave, { once: true })
  try {
    return await work(client)
  } finally {
    signal?.removeEventListener('abort', leave)
    await client.end()
  }
}
