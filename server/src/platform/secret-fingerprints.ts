import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './database/db.ts'

export type SecretName = 'KEY_PEPPER' | 'SECRETS_KEY'

/** A secret and, during a rotation, the previous one. */
export type RotatingSecret = { name: SecretName; current: string; previous: string | null }

/** Identifies a value without revealing it: a digest keyed by the value itself. */
export const computeFingerprint = (name: SecretName, secret: string): Buffer =>
  createHmac('sha256', secret).update(`footnote fingerprint of ${name}`).digest()

export async function readFingerprint(workerDb: Db, name: SecretName): Promise<Buffer | null> {
  const { rows } = await sql<{ fingerprint: Buffer }>`
    select fingerprint from secret_fingerprints where name = ${name}`.execute(workerDb)
  return rows[0]?.fingerprint ?? null
}

/** The recorded fingerprint. Records the current one if there is none yet. */
export async function recordedFingerprint(
  workerDb: Db,
  { name, current }: Pick<RotatingSecret, 'name' | 'current'>,
): Promise<Buffer> {
  const before = await readFingerprint(workerDb, name)
  if (before) return before
  await sql`
    insert into secret_fingerprints (name, fingerprint) values (${name}, ${computeFingerprint(name, current)})
    on conflict do nothing`.execute(workerDb)
  return (await readFingerprint(workerDb, name)) ?? computeFingerprint(name, current)
}

export async function recordFingerprint(
  workerDb: Db,
  { name, current }: Pick<RotatingSecret, 'name' | 'current'>,
): Promise<void> {
  await sql`
    insert into secret_fingerprints (name, fingerprint) values (${name}, ${computeFingerprint(name, current)})
    on conflict (name) do update set fingerprint = excluded.fingerprint, updated_at = now()`.execute(
    workerDb,
  )
}
