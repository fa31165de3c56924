import { inflateSync } from 'node:zlib'
import { SourceError } from '../connector.ts'

export type PackLimits = { maxObjectBytes: number; maxTotalBytes: number; maxObjects: number }

/** Yields after this many, so that the worker's heartbeat continues. */
const OBJECTS_PER_BATCH = 200
const OFFSET_DELTA = 6
const REFERENCE_DELTA = 7

/**
 * Inflates every object of a pack within limits, before the git library, which has none, reads it. An
 * object states its size, a delta the size of its result.
 */
export async function checkPack(pack: Uint8Array, limits: PackLimits): Promise<void> {
  const view = new DataView(pack.buffer, pack.byteOffset, pack.byteLength)
  if (pack.length < 32 || view.getUint32(0) !== 0x5041434b) throw broken()
  const objects = view.getUint32(8)
  if (objects > limits.maxObjects) throw tooLarge(`more than ${limits.maxObjects} objects`)
  let offset = 12
  let total = 0
  for (let index = 0; index < objects; index += 1) {
    const { type, size, next } = readHeader(pack, offset)
    if (size > limits.maxObjectBytes) throw objectTooLarge(limits)
    const { bytes, length } = inflate(pack.subarray(next), size)
    total += Math.max(size, isDelta(type) ? resultSize(bytes) : 0)
    if (isDelta(type) && resultSize(bytes) > limits.maxObjectBytes) throw objectTooLarge(limits)
    if (total > limits.maxTotalBytes) {
      throw tooLarge(`more than ${limits.maxTotalBytes / 1_000_000} MB once unpacked`)
    }
    offset = next + length
    if (index % OBJECTS_PER_BATCH === 0) await new Promise(setImmediate)
  }
}

const isDelta = (type: number): boolean => type === OFFSET_DELTA || type === REFERENCE_DELTA

/** Type and size, then the base of a delta; `next` is where the compressed data begins. */
function readHeader(
  pack: Uint8Array,
  offset: number,
): { type: number; size: number; next: number } {
  const first = byteAt(pack, offset)
  const type = (first >> 4) & 7
  let size = first & 15
  let next = offset + 1
  for (let last = first, scale = 16; last & 128; scale *= 128, next += 1) {
    last = byteAt(pack, next)
    size += (last & 127) * scale
  }
  if (type === OFFSET_DELTA) {
    while (byteAt(pack, next) & 128) next += 1
    next += 1
  } else if (type === REFERENCE_DELTA) next += 20
  return { type, size, next }
}

function inflate(compressed: Uint8Array, size: number): { bytes: Uint8Array; length: number } {
  try {
    const options = { info: true, maxOutputLength: Math.max(size, 1) }
    const result: unknown = inflateSync(compressed, options)
    if (!isInflated(result) || result.buffer.length !== size) throw broken()
    return { bytes: result.buffer, length: result.engine.bytesWritten }
  } catch {
    throw broken()
  }
}

type Inflated = { buffer: Uint8Array; engine: { bytesWritten: number } }
const isInflated = (result: unknown): result is Inflated =>
  typeof result === 'object' && result !== null && 'buffer' in result && 'engine' in result

/** A delta begins with the size of its base and the size of its result. */
function resultSize(delta: Uint8Array): number {
  let offset = 0
  const readSize = (): number => {
    let size = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = byteAt(delta, offset)
      offset += 1
      size += (byte & 127) * scale
      if (byte < 128) return size
    }
  }
  readSize()
  return readSize()
}

function byteAt(bytes: Uint8Array, offset: number): number {
  const byte = bytes[offset]
  if (byte === undefined) throw broken()
  return byte
}

const broken = (): SourceError => new SourceError('The repository sent a corrupt pack.')
const tooLarge = (how: string): SourceError => new SourceError(`The repository has ${how}.`)
const objectTooLarge = ({ maxObjectBytes }: PackLimits): SourceError =>
  tooLarge(`a file larger than ${maxObjectBytes / 1_000_000} MB`)
