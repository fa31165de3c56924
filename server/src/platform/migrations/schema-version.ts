import type pg from 'pg'

/** What the database says about its schema. */
export type Schema = {
  /** The migrations that were applied, in order. */
  applied: string[]
  /** The oldest version that can run on it, named by its newest migration. */
  floor: string
}

type Queryable = Pick<pg.ClientBase, 'query'>

export async function readSchema(db: Queryable): Promise<Schema> {
  if (!(await tableExists(db, 'migrations'))) return { applied: [], floor: '' }
  const { rows } = await db.query<{ name: string }>('select name from migrations order by name')
  const applied = rows.map(({ name }) => name)
  return { applied, floor: await readFloor(db) }
}

async function readFloor(db: Queryable): Promise<string> {
  // The first migration makes it.
  if (!(await tableExists(db, 'schema_floor'))) return ''
  const { rows } = await db.query<{ migration: string }>('select migration from schema_floor')
  return rows[0]?.migration ?? ''
}

async function tableExists(db: Queryable, table: string): Promise<boolean> {
  const { rows } = await db.query<{ there: boolean }>(
    'select to_regclass($1) is not null as there',
    [`public.${table}`],
  )
  return rows[0]?.there === true
}

/** What to do with a database whose schema has not begun with the first of these migrations. */
export function developmentProblem({ applied }: Schema, known: readonly string[]): string | null {
  if (applied.length === 0 || applied.includes(known[0] ?? '')) return null
  return 'This database was made by a development version before 0.1, which no version can migrate. Create a new database, run footnote migrate on it, and add your documents again.'
}

/** A newer version migrated it, and took nothing away that a version with these migrations uses. */
export function isNewerButUsable({ applied, floor }: Schema, known: readonly string[]): boolean {
  const newest = known.at(-1) ?? ''
  const isNewer = applied.some((name) => name > newest)
  return isNewer && known.every((name) => applied.includes(name)) && floor <= newest
}

/** Why a version with these migrations cannot migrate the schema, and what to do; null if it can, or need not. */
export function migrationProblem(schema: Schema, known: readonly string[]): string | null {
  const unknown = schema.applied.find((name) => !known.includes(name))
  if (unknown === undefined || isNewerButUsable(schema, known)) return null
  return (
    developmentProblem(schema, known) ??
    `The database was migrated by a newer version of Footnote (it has ${unknown}), and this one cannot run on it. Run that version, or restore the backup from before the upgrade.`
  )
}

/** Why a version with these migrations cannot run on the schema, and what to do; null if it can. */
export function schemaProblem(schema: Schema, known: readonly string[]): string | null {
  const fromDevelopment = developmentProblem(schema, known)
  if (fromDevelopment !== null) return fromDevelopment
  const missing = known.find((name) => !schema.applied.includes(name))
  if (missing !== undefined) {
    return `The database lacks migration ${missing}. Run footnote migrate, then start again.`
  }
  const newest = known.at(-1) ?? ''
  if (schema.floor > newest) {
    return `The database was migrated by a newer version of Footnote, and this one cannot run on it (it needs ${schema.floor}). Run the newer version.`
  }
  return null
}
