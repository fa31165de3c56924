import { spawn } from 'node:child_process'
import { once } from 'node:events'

const CHUNK_BYTES = 1_000_000
const INT4_OID = 23
/** "PGCOPY\n\377\r\n\0", no flags, no extension. */
const HEADER = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex')
const TRAILER = Buffer.from('ffff', 'hex')

/** One field of PostgreSQL's binary COPY, without its length. */
export type Field = Buffer

export const uuidField = (id: string): Field => Buffer.from(id.replaceAll('-', ''), 'hex')
export const textField = (text: string): Field => Buffer.from(text)

export function intField(value: number): Field {
  const field = Buffer.allocUnsafe(4)
  field.writeInt32BE(value)
  return field
}

export function intArrayField(values: readonly number[]): Field {
  const field = Buffer.allocUnsafe(20 + 8 * values.length)
  for (const [index, value] of [1, 0, INT4_OID, values.length, 1].entries()) {
    field.writeInt32BE(value, index * 4)
  }
  for (const [index, value] of values.entries()) {
    field.writeInt32BE(4, 20 + index * 8)
    field.writeInt32BE(value, 24 + index * 8)
  }
  return field
}

export function halfvecField(vector: Float32Array): Field {
  const field = Buffer.allocUnsafe(4 + 2 * vector.length)
  field.writeInt16BE(vector.length, 0)
  field.writeInt16BE(0, 2)
  const bits = new Uint16Array(Float16Array.from(vector).buffer)
  for (const [index, value] of bits.entries()) field.writeUInt16BE(value, 4 + 2 * index)
  return field
}

/** Positions count from 1, as in pgvector's text form. */
export function sparsevecField(weights: ReadonlyMap<number, number>, dimensions: number): Field {
  const entries = [...weights].sort(([a], [b]) => a - b)
  const field = Buffer.allocUnsafe(12 + 8 * entries.length)
  field.writeInt32BE(dimensions, 0)
  field.writeInt32BE(entries.length, 4)
  field.writeInt32BE(0, 8)
  for (const [index, [position, weight]] of entries.entries()) {
    field.writeInt32BE(position - 1, 12 + 4 * index)
    field.writeFloatBE(weight, 12 + 4 * (entries.length + index))
  }
  return field
}

export type Copy = { write(fields: readonly Field[]): Promise<void>; end(): Promise<void> }

/** COPY … FROM STDIN through psql: several times as fast as INSERT. */
export function openCopy(databaseUrl: string, options: string, into: string): Copy {
  const child = spawn(
    'psql',
    [databaseUrl, '--quiet', '--command', `copy ${into} from stdin binary`],
    {
      stdio: ['pipe', 'ignore', 'inherit'],
      env: { ...process.env, PGOPTIONS: options },
    },
  )
  const exited = once(child, 'exit')
  // psql gives its reason on its error stream and in its exit code.
  child.stdin.on('error', () => undefined)
  child.stdin.write(HEADER)
  let rows: Buffer[] = []
  let bytes = 0
  const send = async () => {
    const isFull = !child.stdin.write(Buffer.concat(rows, bytes))
    rows = []
    bytes = 0
    if (isFull) await Promise.race([once(child.stdin, 'drain'), exited])
  }
  return {
    async write(fields) {
      const row = toRow(fields)
      rows.push(row)
      bytes += row.length
      if (bytes >= CHUNK_BYTES) await send()
    },
    async end() {
      await send()
      child.stdin.end(TRAILER)
      const [code] = await exited
      if (code !== 0) throw new Error(`psql ended with ${code} while copying into ${into}`)
    },
  }
}

function toRow(fields: readonly Field[]): Buffer {
  const row = Buffer.allocUnsafe(fields.reduce((sum, field) => sum + 4 + field.length, 2))
  let at = row.writeInt16BE(fields.length)
  for (const field of fields) {
    at = row.writeInt32BE(field.length, at)
    at += field.copy(row, at)
  }
  return row
}
