import pg from 'pg'
import type { ChaosTenant } from '../support/chaos/tenants.ts'
import { CANARY } from '../support/chaos/tenants.ts'

type Relation = { name: string; columns: string[]; id_columns: string[] }

/** Everything the api role may read, in every schema except the catalogue. */
const RELATIONS = `
  select format('%I.%I', n.nspname, c.relname) as name,
         array(select format('%I', a.attname) from pg_attribute a
               where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                 and has_column_privilege('footnote_api', c.oid, a.attnum, 'select')) as columns,
         array(select format('%I', a.attname) from pg_attribute a
               where a.attrelid = c.oid and a.atttypid = 'uuid'::regtype
                 and has_column_privilege('footnote_api', c.oid, a.attnum, 'select')) as id_columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname not in ('pg_catalog', 'information_schema')
    and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and has_schema_privilege('footnote_api', n.oid, 'usage')
    and has_any_column_privilege('footnote_api', c.oid, 'select')
  order by 1`

async function asApi<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: '-c role=footnote_api',
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function readRelations(client: pg.Client): Promise<Relation[]> {
  return (await client.query<Relation>(RELATIONS)).rows
}

/** As each tenant in turn, reads every relation in full and by every other tenant's ids. */
export function findForeignRows(databaseUrl: string, tenants: readonly ChaosTenant[]) {
  return asApi(databaseUrl, async (client) => {
    const relations = await readRelations(client)
    const faults: string[] = []
    let queries = 0
    for (const tenant of tenants) {
      const foreignIds = tenants.filter((other) => other !== tenant).flatMap(getIds)
      await client.query('begin')
      await setTenant(client, tenant)
      let dump = ''
      for (const relation of relations) {
        const { name, id_columns } = relation
        dump += await readDump(client, relation)
        for (const column of id_columns) {
          const { rowCount } = await client.query(
            `select 1 from ${name} where ${column} = any($1::uuid[])`,
            [foreignIds],
          )
          if (rowCount !== 0) faults.push(`${name}.${column} shows ${rowCount} rows`)
        }
        queries += 1 + id_columns.length
      }
      await client.query('rollback')
      const canaries = new Set([...dump.matchAll(CANARY)].map(([canary]) => canary))
      // Without its own rows the dump would prove nothing.
      if (!canaries.delete(tenant.canary)) faults.push('the tenant does not see its own rows')
      if (canaries.size > 0) faults.push(`the dump shows ${[...canaries].join()}`)
      if (foreignIds.some((id) => dump.includes(id))) faults.push('the dump shows a foreign id')
    }
    return { relations: relations.map(({ name }) => unqualified(name)), queries, faults }
  })
}

/** Relations that show a row before any tenant was set on the connection, or after one was. */
export function findRowsWithoutTenant(databaseUrl: string, tenant: ChaosTenant): Promise<string[]> {
  return asApi(databaseUrl, async (client) => {
    const relations = await readRelations(client)
    const before = await showingRows(client, relations)
    await client.query('begin')
    await setTenant(client, tenant)
    await client.query('commit')
    return [...before, ...(await showingRows(client, relations))]
  })
}

async function showingRows(client: pg.Client, relations: readonly Relation[]): Promise<string[]> {
  const showing: string[] = []
  for (const { name } of relations) {
    const { rowCount } = await client.query(`select 1 from ${name} limit 1`)
    if (rowCount !== 0) showing.push(name)
  }
  return showing
}

async function setTenant(client: pg.Client, tenant: ChaosTenant): Promise<void> {
  await client.query(
    `select set_config('footnote.workspace_id', $1, true),
            set_config('footnote.knowledge_base_id', $2, true)`,
    [tenant.workspaceId, tenant.knowledgeBaseId],
  )
}

async function readDump(client: pg.Client, { name, columns }: Relation): Promise<string> {
  const { rows } = await client.query<{ row: string }>(
    `select to_jsonb(r)::text as row from (select ${columns.join()} from ${name}) r`,
  )
  return rows.map(({ row }) => row).join('\n')
}

const getIds = ({
  workspaceId,
  knowledgeBaseId,
  groupId,
  documentId,
  widgetId,
  threadId,
  messageId,
  keyId,
}: ChaosTenant) => [
  workspaceId,
  knowledgeBaseId,
  groupId,
  documentId,
  widgetId,
  threadId,
  messageId,
  keyId,
]

const unqualified = (name: string): string => name.split('.').at(-1) ?? name
