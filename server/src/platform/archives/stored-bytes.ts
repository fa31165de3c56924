/** Bytes that are somewhere else, of which any part can be read. */
export type StoredBytes = {
  readonly size: number
  /** From `start` up to `end`. */
  read(start: number, end: number): AsyncIterable<Uint8Array>
}

export const bytesInMemory = (bytes: Uint8Array): StoredBytes => ({
  size: bytes.length,
  async *read(start, end) {
    yield bytes.subarray(start, end)
  },
})
