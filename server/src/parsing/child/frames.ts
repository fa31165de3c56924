import type { Writable } from 'node:stream'

/** A message between the parser and its child: a value as JSON, followed by raw bytes. */
export type Frame<Value> = { value: Value; bytes: Uint8Array }

const HEAD_BYTES = 8

/** Two lengths, the JSON, the bytes. The bytes are written without a copy. */
export function writeFrame(stream: Writable, value: unknown, bytes?: Uint8Array): void {
  const json = Buffer.from(JSON.stringify(value))
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32LE(json.length, 0)
  head.writeUInt32LE(bytes?.length ?? 0, 4)
  stream.write(Buffer.concat([head, json]))
  if (bytes && bytes.length > 0) stream.write(bytes)
}

/**
 * Turns a stream's chunks into frames. The buffer of a frame is allocated once its length is known, so
 * that a document of 30 MB is not in memory a second time as chunks.
 */
export function createFrameDecoder<Value>(
  maxBytes: number,
  onFrame: (frame: Frame<Value>) => void,
): (chunk: Uint8Array) => void {
  let part = Buffer.alloc(HEAD_BYTES)
  let filled = 0
  let jsonBytes = 0
  let isHead = true

  function end(): void {
    if (isHead) {
      jsonBytes = part.readUInt32LE(0)
      const length = jsonBytes + part.readUInt32LE(4)
      if (length > maxBytes) throw new RangeError(`A frame has ${length} bytes`)
      part = Buffer.alloc(length)
    } else {
      const value: Value = JSON.parse(part.toString('utf8', 0, jsonBytes))
      const bytes = part.subarray(jsonBytes)
      part = Buffer.alloc(HEAD_BYTES)
      onFrame({ value, bytes })
    }
    isHead = !isHead
    filled = 0
  }

  return (chunk) => {
    for (let taken = 0; taken < chunk.length;) {
      const room = Math.min(part.length - filled, chunk.length - taken)
      part.set(chunk.subarray(taken, taken + room), filled)
      filled += room
      taken += room
      if (filled === part.length) end()
    }
  }
}
