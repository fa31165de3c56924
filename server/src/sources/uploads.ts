import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import type { StoredBytes } from '../platform/archives/stored-bytes.ts'
import { newId } from '../platform/new-id.ts'
import { Refusal } from '../platform/refusal.ts'

/** What one upload takes of the memory, once or twice. */
export const PART_BYTES = 1024 * 1024

export type Upload = {
  readonly id: string
  readonly size: number
  /** SHA-256. */
  readonly hash: Buffer
  /** How many parts are stored; all but the last are of `PART_BYTES`. */
  readonly storedParts: number
  /** The last part, which is not stored: most files have no other. */
  readonly last: Buffer
}

/** Stores what arrives in parts, each in a transaction of its own, for as long as `work` takes. */
export async function withUpload<Result>(
  db: Db,
  tenant: Tenant,
  pieces: AsyncIterable<Uint8Array>,
  work: (upload: Upload) => Promise<Result>,
): Promise<Result> {
  const id = newId()
  const hash = createHash('sha256')
  let storedParts = 0
  let size = 0
  let last: Buffer = Buffer.alloc(0)
  try {
    for await (const part of inParts(pieces)) {
      if (size > 0) {
        await storePart(db, tenant, { upload_id: id, number: storedParts, bytes: last })
        storedParts += 1
      }
      hash.update(part)
      size += part.length
      last = part
    }
    return await work({ id, size, hash: hash.digest(), storedParts, last })
  } finally {
    // What stays is deleted within the hour.
    if (storedParts > 0) await deleteParts(db, tenant, id).catch(() => undefined)
  }
}

/** An upload in the form that archives are read from. */
export const storedUpload = (db: Db, tenant: Tenant, upload: Upload): StoredBytes => ({
  size: upload.size,
  read: (start, end) => readUpload(db, tenant, upload, start, end),
})

async function* readUpload(
  db: Db,
  tenant: Tenant,
  { id, storedParts, last }: Upload,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end;) {
    const number = Math.floor(at / PART_BYTES)
    const from = at % PART_BYTES
    const length = Math.min(PART_BYTES - from, end - at)
    const bytes =
      number === storedParts
        ? last.subarray(from, from + length)
        : await readPart(db, tenant, id, number, from, length)
    yield bytes
    at += length
  }
}

const storePart = (
  db: Db,
  tenant: Tenant,
  part: { upload_id: string; number: number; bytes: Buffer },
): Promise<unknown> =>
  withTenant(db, tenant, (tx) =>
    tx
      .insertInto('upload_parts')
      .values({ knowledge_base_id: tenant.knowledgeBaseId, ...part })
      .execute(),
  )

const deleteParts = (db: Db, tenant: Tenant, id: string): Promise<unknown> =>
  withTenant(db, tenant, (tx) =>
    tx.deleteFrom('upload_parts').where('upload_id', '=', id).execute(),
  )

async function readPart(
  db: Db,
  tenant: Tenant,
  id: string,
  number: number,
  from: number,
  length: number,
): Promise<Uint8Array> {
  const { bytes } = await withTenant(db, tenant, (tx) =>
    tx
      .selectFrom('upload_parts')
      // Counted from 1.
      .select(sql<Buffer>`substring(bytes from ${from + 1} for ${length})`.as('bytes'))
      .where('upload_id', '=', id)
      .where('number', '=', number)
      .executeTakeFirstOrThrow(),
  ).catch((cause: unknown) => {
    throw new Refusal('UNAVAILABLE', { cause, retryAfterSeconds: 1 })
  })
  return bytes
}

/** The same bytes in parts of one size, the last of which may be smaller. */
async function* inParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    for (let rest = piece; rest.length > 0;) {
      const taken = rest.subarray(0, PART_BYTES - length)
      waiting.push(taken)
      length += taken.length
      rest = rest.subarray(taken.length)
      if (length < PART_BYTES) continue
      yield Buffer.concat(waiting)
      waiting = []
      length = 0
    }
  }
  if (length > 0) yield Buffer.concat(waiting)
}

/** Without a tenant, the policy lets the worker delete those that a process left when it died. */
export async function forgetOldUploads(workerDb: Db): Promise<void> {
  await sql`delete from upload_parts`.execute(workerDb)
}
