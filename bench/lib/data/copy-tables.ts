import pg from 'pg'
import { superuserUrl } from '../database.ts'

/** What indexing a document writes. */
const TABLES = ['documents', 'passages', 'passage_vectors', 'term_statistics']

/**
 * How long PostgreSQL takes to write the same rows again: COPY into tables without an index, then
 * every index of the real ones. No foreign keys, no policies. Files and tables are deleted afterwards.
 */
export async function copyTables(ownerUrl: string): Promise<{ seconds: number }> {
  const client = new pg.Client({ connectionString: superuserUrl(ownerUrl) })
  await client.connect()
  try {
    await client.query('create schema bare')
    await client.query(`set maintenance_work_mem = '512MB'`)
    const folder = await serverFolder(client)
    let milliseconds = 0
    for (const table of TABLES) {
      const file = `${folder}/${table}.copy`
      await client.query(`create table bare.${table} (like public.${table} including storage)`)
      await client.query(`copy public.${table} to '${file}' (format binary)`)
      const indexes = await getIndexes(client, table)
      await client.query('checkpoint')
      const startMs = performance.now()
      await client.query(`copy bare.${table} from '${file}' (format binary)`)
      for (const definition of indexes) await client.query(definition)
      milliseconds += performance.now() - startMs
      await client.query(`copy (select 1) to program 'cat >/dev/null; rm ${file}'`)
    }
    await client.query('drop schema bare cascade')
    return { seconds: milliseconds / 1000 }
  } finally {
    await client.end()
  }
}

async function serverFolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  const [row] = rows
  if (!row) throw new Error('PostgreSQL has no data directory')
  return row.data_directory
}

/** The definitions of a table's indexes, for the copy. */
async function getIndexes(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = $1::regclass`,
    [`public.${table}`],
  )
  return rows.map(({ definition }) => definition.replace(' ON public.', ' ON bare.'))
}
