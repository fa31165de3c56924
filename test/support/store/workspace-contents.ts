export type TableContents = { name: string; rows: number; digest: string }

/** By whoever row security does not bind. */
type Read = <Row extends object>(statement: string) => Promise<Row[]>

/**
 * Not what was done to them here, nor when a key was last used: every half minute the service writes that
 * by itself. Partitions have copies of vectors, which a cell makes itself.
 */
const LEFT_OUT = `'client_key_uses', 'placements'`

/** Whether there is an index of its vectors, which each cell builds itself, is not what a space holds. */
const readText = (name: string): string =>
  name === 'embedding_spaces' ? `(to_jsonb(t) - '{indexed,vector_copy}'::text[])::text` : 't::text'

/** Every table that has rows of the workspace, how many, and a digest of them. */
export async function getContents(read: Read, workspaceId: string): Promise<TableContents[]> {
  const tables = await read<{ name: string; columns: string[] }>(
    `select c.relname as name, json_agg(a.attname) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
       and (a.attname in ('knowledge_base_id', 'workspace_id') or c.relname = 'workspaces' and a.attname = 'id')
       and c.relname not in (${LEFT_OUT})
     group by 1 order by 1`,
  )
  const getRows = (columns: readonly string[]) =>
    columns.includes('knowledge_base_id')
      ? `knowledge_base_id in (select id from knowledge_bases where workspace_id = '${workspaceId}')`
      : `${columns.includes('workspace_id') ? 'workspace_id' : 'id'} = '${workspaceId}'`
  const digests = tables.map(
    ({ name, columns }) =>
      `select '${name}' as name, count(*)::int as rows, md5(string_agg(d, ',' order by d)) as digest
       from (select md5(${readText(name)}) as d from ${name} t where ${getRows(columns)}) r`,
  )
  const contents = await read<TableContents>(digests.join(' union all '))
  return contents.filter(({ rows }) => rows > 0)
}
