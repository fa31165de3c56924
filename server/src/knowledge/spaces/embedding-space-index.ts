import pg from 'pg'
import type { EmbeddingSpace } from './embedding-space.ts'

/** Builds and drops the HNSW index of an embedding space. */
export type SpaceIndexes = {
  /** Safe to repeat: an index that a killed worker left invalid is rebuilt. */
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
        const name = indexName(spaceId)
        const found = await client.query<{ exists: boolean }>(
          'select to_regclass($1) is not null as exists',
          [name],
        )
        // Without an index there is no need to wait for the lock.
        if (found.rows[0]?.exists !== true) return
        await lockIndexes(client)
        await client.query(`drop index concurrently if exists ${name}`)
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
 * One at a time for all spaces: they are indexes of one table, and each build finally waits for
 * statements that began before it, such as another build. The lock is tried rather than waited for,
 * because waiting would be such a statement too. The job is retried later.
 */
async function lockIndexes(client: pg.Client): Promise<void> {
  const lock = await client.query<{ held: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('passage_vectors_hnsw', 0)) as held`,
  )
  if (lock.rows[0]?.held !== true) throw new Error('Another vector index is being built or dropped')
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
    // Lets the server notice when this process is gone and end the build.
    options: '-c client_connection_check_interval=5s',
  })
  // A lost connection also fails the running statement, which reports it.
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
