import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { CellDatabase } from './cell-database.ts'
import { MoveError, queryRows } from './cell-database.ts'
import { readResourceUse, describeExhausted } from './resource-use.ts'
import { lockBriefly } from './lock-briefly.ts'
import type { Moving, TenantTable } from './tenant-tables.ts'
import { keptTables, rowsIn } from './tenant-tables.ts'

/** The publication, its slot and the subscription have one name. */
export const getName = (workspaceId: string): string => `move_${workspaceId.replaceAll('-', '')}`

const POLL_MS = 100
/** After this without a table that is being copied, it is looked up what there is none of. */
const SILENT_MS = 5_000
/**
 * PostgreSQL tries again by itself after a lost connection, or when many small tables end at once and its
 * origins run out. Only this many errors and no table copied for so long are trouble.
 */
const TROUBLE = { errors: 3, withoutProgressMs: 30_000 }

export async function isFollowing(to: CellDatabase, workspaceId: string): Promise<boolean> {
  const found = await queryRows(to, 'select from pg_subscription where subname = $1', [
    getName(workspaceId),
  ])
  return found.length > 0
}

/** Begins to copy the rows and to follow their changes. */
export async function startFollowing(
  from: CellDatabase,
  to: CellDatabase,
  { tables, moving, sourceUrl }: { tables: TenantTable[]; moving: Moving; sourceUrl: string },
): Promise<void> {
  const name = getName(moving.workspaceId)
  const published = tables.map((table) => `${table.name} where (${rowsIn(table, moving)})`)
  await queryRows(from, `create publication ${name} for table ${published.join(', ')}`)
  // Not by the subscription: within one server it would wait for itself.
  await createSlot(from, to, name)
  await replaceKept(to, name, tables)
  await queryRows(
    to,
    `create subscription ${name} connection ${pg.escapeLiteral(sourceUrl)} publication ${name}
     with (create_slot = false, slot_name = ${name}, streaming = on, synchronous_commit = local
           ${await asSubscriber(to)})`,
  )
}

/**
 * From PostgreSQL 16 on, rows are written as the owner of their table unless told otherwise, and row
 * security binds the owner. Those before know no such setting, and write as the superuser that subscribed.
 */
async function asSubscriber(to: CellDatabase): Promise<string> {
  const [server] = await queryRows<{ version: number }>(
    to,
    `select current_setting('server_version_num')::int as version`,
  )
  return server && server.version >= 160_000 ? ', run_as_owner = true' : ''
}

async function createSlot(from: CellDatabase, to: CellDatabase, name: string): Promise<void> {
  try {
    await queryRows(from, `select pg_create_logical_replication_slot($1, 'pgoutput')`, [name])
  } catch (error) {
    const missing = describeExhausted(await readResourceUse(from, to))
    throw missing === null ? error : new MoveError(`Nothing can be copied: ${missing}.`)
  }
}

/**
 * What was kept of a workspace that comes back is replaced in the transaction that copies it: keys that
 * name this cell are known at any time, and their requests sent on.
 */
async function replaceKept(
  to: CellDatabase,
  name: string,
  tables: readonly TenantTable[],
): Promise<void> {
  await queryRows(
    to,
    `create function ${name}_replace() returns trigger language plpgsql as $$
     begin
       execute format('delete from %s where %I = ($1).%2$I and id = ($1).id', tg_relid::regclass, tg_argv[0])
       using new;
       return new;
     end $$`,
  )
  for (const table of keptTables(tables)) {
    await changeTable(
      to,
      table.name,
      `create trigger ${name} before insert on ${table.name} for each row
       execute function ${name}_replace('${table.keyedBy}');
       alter table ${table.name} enable replica trigger ${name}`,
    )
  }
}

/** One table at a time: whoever reads several has locked one and may wait for another. */
const changeTable = (to: CellDatabase, table: string, statements: string) =>
  lockBriefly(
    to,
    () => to.client.query(statements),
    `Transactions in cell ${to.cell} that use ${table} do not end. Run the command again later.`,
  )

/** Whatever of it is there. */
export async function stopFollowing(
  from: CellDatabase,
  to: CellDatabase,
  workspaceId: string,
): Promise<void> {
  const name = getName(workspaceId)
  if (await isFollowing(to, workspaceId)) {
    await queryRows(to, `alter subscription ${name} disable`)
    await queryRows(to, `alter subscription ${name} set (slot_name = none)`)
    await queryRows(to, `drop subscription ${name}`)
  }
  const triggers = await queryRows<{ table: string }>(
    to,
    'select tgrelid::regclass::text as table from pg_trigger where tgname = $1 order by 1',
    [name],
  )
  for (const { table } of triggers) await changeTable(to, table, `drop trigger ${name} on ${table}`)
  await queryRows(to, `drop function if exists ${name}_replace()`)
  await dropSlots(from, name)
  await queryRows(from, `drop publication if exists ${name}`)
}

/** A slot is in use until its receiver has ended. */
async function dropSlots(from: CellDatabase, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await queryRows(
        from,
        `select pg_drop_replication_slot(slot_name) from pg_replication_slots
         where slot_name = $1 and database = current_database()`,
        [name],
      )
      return
    } catch (error) {
      if (attempt === 100) throw error
      await sleep(POLL_MS)
    }
  }
}

type Copied = { copied: number; tables: number; copying: number; errors: number }

/** Until every table is copied. Says how many are, and what it waits for if none is being copied. */
export async function untilCopied(
  from: CellDatabase,
  to: CellDatabase,
  workspaceId: string,
  onProgress: (step: string) => void,
): Promise<void> {
  let last: Copied = { copied: -1, tables: 0, copying: 0, errors: 0 }
  let lastMs = 0
  let said: string | null = null
  for (;;) {
    const found = await readCopied(to, workspaceId)
    if (found.copied > last.copied) {
      onProgress(`${found.copied} of ${found.tables} tables copied`)
      last = found
      lastMs = performance.now()
    }
    if (found.copied === found.tables) return
    const withoutProgressMs = performance.now() - lastMs
    const missing =
      found.copying === 0 && withoutProgressMs > SILENT_MS
        ? describeExhausted(await readResourceUse(from, to))
        : null
    if (missing !== null && missing !== said) onProgress(`waiting: ${missing}`)
    said = missing ?? said
    if (
      found.errors - last.errors >= TROUBLE.errors &&
      withoutProgressMs > TROUBLE.withoutProgressMs
    ) {
      throw new MoveError(
        `PostgreSQL of cell ${to.cell} could not copy; ${said ?? 'its log says why'}. Mend that and run the command again, or undo the move with --abort.`,
      )
    }
    await sleep(POLL_MS)
  }
}

async function readCopied(to: CellDatabase, workspaceId: string): Promise<Copied> {
  const [found] = await queryRows<Copied>(
    to,
    `select count(*) filter (where r.srsubstate = 'r')::int as copied, count(*)::int as tables,
            (select count(*)::int from pg_stat_subscription
             where subid = s.oid and relid is not null and pid is not null) as copying,
            (select (apply_error_count + sync_error_count)::int
             from pg_stat_subscription_stats where subid = s.oid) as errors
     from pg_subscription s join pg_subscription_rel r on r.srsubid = s.oid
     where s.subname = $1 group by s.oid`,
    [getName(workspaceId)],
  )
  if (!found) throw new MoveError('The subscription is gone. Run the command again.')
  return found
}

/** Until all that was committed before is copied, which is to take no longer than `mostMs`. */
export async function catchUp(
  from: CellDatabase,
  workspaceId: string,
  mostMs: number,
): Promise<void> {
  const [now] = await queryRows<{ lsn: string }>(from, 'select pg_current_wal_flush_lsn() as lsn')
  const endMs = performance.now() + mostMs
  while (performance.now() < endMs) {
    const [slot] = await queryRows<{ isThere: boolean }>(
      from,
      `select confirmed_flush_lsn >= $2::pg_lsn as "isThere"
       from pg_replication_slots where slot_name = $1`,
      [getName(workspaceId), now?.lsn],
    )
    if (slot?.isThere) return
    await sleep(10)
  }
  throw new MoveError('The copy does not catch up. Run the command again when there is less load.')
}
