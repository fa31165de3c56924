import pg from 'pg'
import { withOwner } from '../../platform/database/owner-connection.ts'
import type { EmbeddingSpace } from './embedding-space.ts'

/** The table and the HNSW index of an embedding space, which only the owner of the database may make. */
export type SpaceIndexes = {
  /** An empty partition of `indexed_vectors`, whatever a killed worker may have left of it. */
  createTable(spaceId: string): Promise<void>
  /** Indexes what is in its table. Safe to repeat: an index that a killed worker left invalid is rebuilt. */
  create(space: Pick<EmbeddingSpace, 'id' | 'dimensions'>, signal: AbortSignal): Promise<void>
  /** Both. No vector may be copied any more. */
  drop(spaceId: string): Promise<void>
}

/**
 * CREATE INDEX CONCURRENTLY runs in no transaction and needs the table's owner, so each call opens a
 * connection of its own that does not switch to the worker role. It has no statement timeout.
 */
export function createSpaceIndexes(ownerUrl: string): SpaceIndexes {
  const config = {
    connectionString: ownerUrl,
    application_name: 'footnote_vector_index',
    // Lets the server notice when this process is gone and end the build.
    options: '-c client_connection_check_interval=5s',
  }
  const withLock = (work: (client: pg.Client) => Promise<void>, signal?: AbortSignal) =>
    withOwner(
      config,
      async (client) => {
        await lockIndexes(client)
        await work(client)
      },
      signal,
    )
  return {
    createTable: (spaceId) => withLock((client) => createTable(client, spaceId)),
    create: (space, signal) => withLock((client) => create(client, space), signal),
    drop: (spaceId) =>
      withOwner(config, async (client) => {
        // Where there is nothing, there is no need to wait for the lock.
        if (!(await tableExists(client, nameTable(spaceId)))) return
        await lockIndexes(client)
        await dropTable(client, spaceId)
      }),
  }
}

const tableExists = async (client: pg.Client, name: string): Promise<boolean> => {
  const found = await client.query('select where to_regclass($1) is not null', [name])
  return found.rowCount === 1
}

async function createTable(client: pg.Client, spaceId: string): Promise<void> {
  const table = nameTable(spaceId)
  await dropTable(client, spaceId)
  // Attached, since a table that is created as a partition would keep readers from the others.
  await client.query(`
    begin;
    create table ${table} (like indexed_vectors including all);
    alter table ${table} enable row level security;
    alter table indexed_vectors attach partition ${table} for values in (${pg.escapeLiteral(spaceId)});
    commit`)
}

/** Keeps nobody from the tables of others: what reads them now is waited for, and what comes later is not held up. */
async function dropTable(client: pg.Client, spaceId: string): Promise<void> {
  const table = nameTable(spaceId)
  const found = await client.query<{ pending: boolean }>(
    'select inhdetachpending as pending from pg_inherits where inhrelid = to_regclass($1)',
    [table],
  )
  const [partition] = found.rows
  if (partition) {
    const how = partition.pending ? 'finalize' : 'concurrently'
    await client.query(`alter table indexed_vectors detach partition ${table} ${how}`)
  }
  await client.query(`drop table if exists ${table}`)
}

async function create(
  client: pg.Client,
  { id, dimensions }: Pick<EmbeddingSpace, 'id' | 'dimensions'>,
): Promise<void> {
  const name = indexOf(id)
  const found = await client.query<{ valid: boolean }>(
    'select i.indisvalid as valid from pg_index i where i.indexrelid = to_regclass($1)',
    [name],
  )
  if (found.rows[0]?.valid === true) return
  await client.query(`drop index concurrently if exists ${name}`)
  await client.query(
    `create index concurrently ${name} on ${nameTable(id)}
     using hnsw ((embedding::halfvec(${dimensions})) halfvec_cosine_ops)`,
  )
}

/**
 * One at a time for all spaces: each build finally waits for statements that began before it, such as
 * another build, and attaching and detaching wait for each other. The lock is tried rather than waited
 * for, because waiting would be such a statement too. The job is retried later.
 */
async function lockIndexes(client: pg.Client): Promise<void> {
  const lock = await client.query<{ held: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('passage_vectors_hnsw', 0)) as held`,
  )
  if (lock.rows[0]?.held !== true) throw new Error('Another vector index is being built or dropped')
}

const named = (prefix: string, spaceId: string): string =>
  pg.escapeIdentifier(`${prefix}_${spaceId.replaceAll('-', '')}`)
const nameTable = (spaceId: string): string => named('indexed_vectors', spaceId)
const indexOf = (spaceId: string): string => named('indexed_vectors_hnsw', spaceId)
