import type pg from 'pg'
import type { DatabaseRole } from '../../platform/database/connection-role.ts'
import { requireSessions } from '../../platform/database/connection-role.ts'
import { DatabaseRoleError } from '../../platform/database/connection-role.ts'
import type { OpenDatabase } from '../../platform/database/db.ts'
import type { Explain } from './explain.ts'
import type { Finding } from './finding.ts'
import { ok, problem, problemFrom } from './finding.ts'

/** The same checks as at a start: the connection runs as its role, and row security binds it. */
export async function checkLogin(
  setting: string,
  role: DatabaseRole,
  { pool }: OpenDatabase,
  explain: Explain,
): Promise<Finding> {
  try {
    await requireSessions(pool)
    return ok(role, 'Its connections run as this role, which row security binds.')
  } catch (error) {
    if (!(error instanceof DatabaseRoleError)) return explain(role, error, setting)
    return problemFrom(role, `${setting}: ${error.message}`, 'See docs/guides/operations.md.')
  }
}

/** A part of what each role is granted: a dump that is restored without grants lacks all of it. */
const GRANTS: Record<DatabaseRole, readonly (readonly [table: string, right: string])[]> = {
  footnote_api: [
    ['public.knowledge_bases', 'select'],
    ['public.embedding_spaces', 'select'],
    ['public.question_counts', 'insert'],
  ],
  footnote_worker: [
    ['public.documents', 'insert'],
    ['public.passages', 'insert'],
    ['public.client_keys', 'insert'],
    ['pgboss.job', 'insert'],
  ],
}

/** Tables of the deployment and not of a tenant. The api role reads none of them. */
const NOT_TENANTS = ['migrations', 'schema_floor', 'secret_fingerprints']

export async function checkGrants(client: pg.ClientBase): Promise<Finding> {
  const wanted = Object.entries(GRANTS).flatMap(([role, rights]) =>
    rights.map(([table, right]) => ({ role, table, right })),
  )
  const missing: string[] = []
  for (const { role, table, right } of wanted) {
    const { rows } = await client.query<{ granted: boolean | null }>(
      'select has_schema_privilege($1, split_part($2, $4, 1), $5) and has_table_privilege($1, $2, $3) as granted',
      [role, table, right, '.', 'usage'],
    )
    if (rows[0]?.granted !== true) missing.push(`${right} on ${table} for ${role}`)
  }
  return missing.length === 0
    ? ok('grants', 'Both roles have their rights.')
    : problem(
        'grants',
        `Rights are missing: ${missing.join(', ')}.`,
        'The database was probably restored without them. Restore it again, with its roles first and without --no-privileges and --no-owner (docs/guides/operations.md, "Back up and restore").',
      )
}

export async function checkRowSecurity(client: pg.ClientBase): Promise<Finding> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relrowsecurity and relname <> all($1) order by 1`,
    [NOT_TENANTS],
  )
  const open = rows.map(({ name }) => name)
  return open.length === 0
    ? ok('row security', 'It is on for every table of tenants.')
    : problem(
        'row security',
        `It is off for ${open.join(', ')}: tenants would see each other’s rows.`,
        `As the owner run: ${open.map((name) => `alter table ${name} enable row level security`).join('; ')}`,
      )
}
