import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { ChaosPostgres } from './postgres.ts'

/** Which words of a pattern are in a place. */
export type Findings = ReadonlyMap<string, ReadonlySet<string>>

export const wordsIn = (text: string | Buffer, pattern: RegExp): Set<string> =>
  new Set((typeof text === 'string' ? text : text.toString('latin1')).match(pattern))

export async function asSuperuser<Row extends object>(
  { superuserUrl }: Pick<ChaosPostgres, 'superuserUrl'>,
  ...statements: string[]
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** pglz would hide words from the scan. */
const STORE_PLAIN = `do $$
  declare target record;
  begin
    for target in
      select c.oid::regclass as relation, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relkind in ('r', 'p') and a.attstorage in ('x', 'm') and a.attnum > 0
        and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
    loop
      execute format('alter table %s alter column %I set storage external', target.relation, target.attname);
    end loop;
  end $$`

/** Called before the service starts: turns compression off, and keeps every statement's text. */
export async function prepareForScan(postgres: ChaosPostgres): Promise<void> {
  await asSuperuser(postgres, "alter system set shared_preload_libraries = 'pg_stat_statements'")
  await postgres.kill()
  await postgres.start()
  await asSuperuser(postgres, 'create extension pg_stat_statements', STORE_PLAIN)
}

/** Every file of the cluster, including what was in memory: tables, TOAST, indexes, WAL, statistics, log. */
export async function scanCluster(postgres: ChaosPostgres, pattern: RegExp): Promise<Findings> {
  await asSuperuser(postgres, 'checkpoint', 'select pg_switch_wal()', 'checkpoint')
  const places = new Map<string, Set<string>>()
  for (const file of globSync('**', { cwd: postgres.folder })) {
    const path = join(postgres.folder, file)
    if (!isReadable(path)) continue
    const place = getPlace(file)
    const found = places.get(place) ?? new Set()
    places.set(place, new Set([...found, ...wordsIn(readFileSync(path), pattern)]))
  }
  const statements = await asSuperuser<{ query: string }>(
    postgres,
    'select query from pg_stat_statements',
  )
  const texts = statements.map(({ query }) => query).join('\n')
  // An empty scan would prove nothing.
  if (!texts.includes('set_config')) throw new Error('pg_stat_statements has no statements')
  places.set('pg_stat_statements', wordsIn(texts, pattern))
  return places
}

/** Files come and go while the cluster runs. */
function isReadable(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.isFile() ?? false
}

function getPlace(file: string): string {
  const [top = '', second = ''] = file.split('/')
  return top === 'postgres' ? second : top
}
