import { randomUUID } from 'node:crypto'
import type { CellDatabase } from './cell-database.ts'
import { MoveError, queryRows } from './cell-database.ts'

type Facts = {
  seesAll: boolean
  walLevel: string
  migrations: string
  secrets: string
}

const FACTS = `
  select (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as "seesAll",
         current_setting('wal_level') as "walLevel",
         (select string_agg(name, ',' order by name) from migrations) as migrations,
         (select string_agg(name || encode(fingerprint, 'hex'), ',' order by name)
          from secret_fingerprints) as secrets`

async function readFacts(database: CellDatabase): Promise<Facts> {
  const [facts] = await queryRows<Facts>(database, FACTS)
  if (!facts) throw new Error('PostgreSQL returned no row about the cell')
  return facts
}

/**
 * A lock that one takes is then taken for the other. Neither name nor identifier would tell: a database
 * that was restored from a backup has those of the first.
 */
export async function areSame(from: CellDatabase, to: CellDatabase): Promise<boolean> {
  const lock = `hashtextextended('${randomUUID()}', 421)`
  await queryRows(from, `select pg_advisory_lock(${lock})`)
  const [other] = await queryRows<{ isFree: boolean }>(
    to,
    `select pg_try_advisory_lock(${lock}) as "isFree"`,
  )
  await queryRows(from, `select pg_advisory_unlock(${lock})`)
  if (other?.isFree) await queryRows(to, `select pg_advisory_unlock(${lock})`)
  return !other?.isFree
}

/** Refuses two databases between which no workspace can move. */
export async function checkCells(from: CellDatabase, to: CellDatabase): Promise<void> {
  const [source, destination] = [await readFacts(from), await readFacts(to)]
  if (from.cell === to.cell || (await areSame(from, to))) {
    throw new MoveError('Both cells are the same.')
  }
  for (const [{ cell }, { seesAll }] of [
    [from, source],
    [to, destination],
  ] as const) {
    if (!seesAll) {
      throw new MoveError(
        `The login to the database of cell ${cell} is bound by row security, so it cannot copy. Give that of a superuser.`,
      )
    }
  }
  if (source.walLevel !== 'logical') {
    throw new MoveError(
      `The database of cell ${from.cell} has wal_level = ${source.walLevel}. Set wal_level = logical in its postgresql.conf and restart it.`,
    )
  }
  if (source.migrations !== destination.migrations) {
    throw new MoveError('The cells have different migrations. Run the same version in both.')
  }
  if (source.secrets !== destination.secrets) {
    throw new MoveError(
      'The cells have different secrets, so keys would not work. Give both the same KEY_PEPPER and SECRETS_KEY.',
    )
  }
}

/** Refuses a workspace that cannot be copied now. */
export async function checkWorkspace(from: CellDatabase, workspaceId: string): Promise<void> {
  const [found] = await queryRows<{ isDeleting: boolean; isReembedding: boolean }>(
    from,
    `select deleting_at is not null or exists (
              select from knowledge_bases where workspace_id = w.id and deleting_at is not null
            ) as "isDeleting",
            exists (
              select from embedding_spaces s join knowledge_bases k on k.id = s.knowledge_base_id
              where k.workspace_id = w.id and s.state = 'building'
            ) as "isReembedding"
     from workspaces w where id = $1`,
    [workspaceId],
  )
  if (!found) throw new MoveError(`Cell ${from.cell} has no workspace ${workspaceId}.`)
  if (found.isDeleting) throw new MoveError('Something in the workspace is being deleted. Wait.')
  if (found.isReembedding) {
    throw new MoveError('A knowledge base is being embedded again. Wait until that is done.')
  }
}

/** A copy and an index that is being built would wait for each other. */
export async function checkIndexes(database: CellDatabase): Promise<void> {
  const [build] = await queryRows(
    database,
    `select from pg_stat_progress_create_index where datname = current_database()`,
  )
  if (build) {
    throw new MoveError(`Cell ${database.cell} is building an index. Wait until that is done.`)
  }
}
