import type pg from 'pg'

/** Whom a table's lock keeps waiting. */
export type KeptOut = 'nobody' | 'writers' | 'everybody'
/** What happens to the rows that are there, while the table is locked like that. */
export type Work = 'nothing' | 'changes some' | 'reads all' | 'rewrites all'

/** What a migration does to one table. */
export type Effect = { table: string; keepsOut: KeptOut; work: Work }

/** The same, of a table that is there, with its size. */
export type SizedEffect = Effect & {
  /** As PostgreSQL estimates them. null: it has not counted them yet. */
  rows: number | null
  /** With its indexes. */
  bytes: number
}

const KEPT_OUT = ['nobody', 'writers', 'everybody'] as const
const WORK = ['nothing', 'changes some', 'reads all', 'rewrites all'] as const

const NAME = String.raw`(?:if exists )?(?:only )?([\w.]+)`

type Rule = { matches: RegExp; effect: (statement: string) => Omit<Effect, 'table'> }

/** By the manual's pages of each statement; a store test compares them with the locks that are taken. */
const RULES: readonly Rule[] = [
  { matches: new RegExp(`^alter table ${NAME} (.+)$`), effect: effectOfAlter },
  {
    matches:
      /^create (?:unique )?index concurrently (?:if not exists )?(?:\w+ )?on (?:only )?([\w.]+)/,
    effect: () => ({ keepsOut: 'nobody', work: 'reads all' }),
  },
  {
    matches: /^create (?:unique )?index (?:if not exists )?(?:\w+ )?on (?:only )?([\w.]+)/,
    effect: () => ({ keepsOut: 'writers', work: 'reads all' }),
  },
  {
    matches: /^create (?:or replace )?(?:constraint )?trigger .+? on ([\w.]+)/,
    effect: () => ({ keepsOut: 'writers', work: 'nothing' }),
  },
  {
    matches: /^(?:drop trigger|create policy|alter policy|drop policy) .+? on ([\w.]+)/,
    effect: () => ({ keepsOut: 'everybody', work: 'nothing' }),
  },
  {
    matches: new RegExp(`^(?:drop table|truncate(?: table)?) ${NAME}`),
    effect: () => ({ keepsOut: 'everybody', work: 'nothing' }),
  },
  {
    matches: /^(?:with .+ )?(?:update|delete from) (?:only )?([\w.]+)/,
    effect: () => ({ keepsOut: 'nobody', work: 'changes some' }),
  },
]

/** A default that is another one for each row is written into each row. */
const VOLATILE = /\b(?:gen_random_uuid|random|clock_timestamp|nextval|timeofday)\(/
const ADDS_COLUMN = /\badd (?:column )?(?!constraint|check|unique|primary|foreign|exclude)/

function effectOfAlter(statement: string): Omit<Effect, 'table'> {
  const actions = statement.replace(new RegExp(`^alter table ${NAME} `), '')
  const writesDefaults =
    ADDS_COLUMN.test(actions) &&
    (VOLATILE.test(actions) ||
      /\bgenerated always as \(.+\) stored\b|\b(?:big|small)?serial\b|\bas identity\b/.test(
        actions,
      ))
  const changesType = /\balter (?:column )?\w+ (?:set data )?type\b|\bset (?:un)?logged\b/
  if (writesDefaults || changesType.test(actions))
    return { keepsOut: 'everybody', work: 'rewrites all' }
  if (/^validate constraint\b/.test(actions)) return { keepsOut: 'nobody', work: 'reads all' }
  const checks =
    /\bset not null\b|\badd (?:constraint \w+ )?(?:check|unique|primary key|foreign key|exclude)\b/
  const reads = checks.test(actions) && !/\bnot valid\b|\busing index\b/.test(actions)
  const work = reads ? 'reads all' : 'nothing'
  // Of what is altered, only this lets readers through.
  const isForeignKey = /^add (?:constraint \w+ )?foreign key\b/.test(actions)
  return { keepsOut: isForeignKey ? 'writers' : 'everybody', work }
}

/** What a migration does to each table that it names, whether that is there or not. */
export function getEffects(sql: string): Effect[] {
  const byTable = new Map<string, Effect>()
  for (const found of splitStatements(sql).flatMap(effectsOfStatement)) {
    const before = byTable.get(found.table) ?? found
    byTable.set(found.table, {
      table: found.table,
      keepsOut: later(KEPT_OUT, before.keepsOut, found.keepsOut),
      work: later(WORK, before.work, found.work),
    })
  }
  byTable.delete('schema_floor')
  return [...byTable.values()]
}

function effectsOfStatement(statement: string): Effect[] {
  // A foreign key gets a trigger on the table that it names.
  const referenced = Array.from(
    statement.matchAll(/\breferences ([\w.]+)/g),
    ([, table = '']): Effect => ({ table, keepsOut: 'writers', work: 'nothing' }),
  )
  for (const { matches, effect } of RULES) {
    const table = matches.exec(statement)?.[1]
    if (table !== undefined) return [{ table, ...effect(statement) }, ...referenced]
  }
  return referenced
}

const later = <Each>(order: readonly Each[], one: Each, other: Each): Each =>
  order.indexOf(one) > order.indexOf(other) ? one : other

/** In lower case, on a line each, without comments and the bodies of functions. */
const splitStatements = (sql: string): string[] =>
  sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '')

/** Whether the version before can run on the schema: what it needs is not taken away. */
export const keepsVersionBefore = (sql: string): boolean =>
  !splitStatements(sql).some((statement) => /^update schema_floor\b/.test(statement))

/** Of the tables that are there. */
export async function sizedEffects(
  client: pg.ClientBase,
  effects: readonly Effect[],
): Promise<SizedEffect[]> {
  const { rows } = await client.query<{ name: string; rows: number | null; bytes: number }>(
    `select name, nullif(c.reltuples, -1)::float8 as rows, pg_total_relation_size(c.oid)::float8 as bytes
     from unnest($1::text[]) as named (name) join pg_class c on c.oid = to_regclass(name)`,
    [effects.map(({ table }) => table)],
  )
  const sizes = new Map(rows.map(({ name, ...size }) => [name, size]))
  return effects.flatMap((effect) => {
    const size = sizes.get(effect.table)
    return size ? [{ ...effect, ...size }] : []
  })
}
