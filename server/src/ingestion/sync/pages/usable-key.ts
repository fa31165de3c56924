/** An index row has at most 2,704 bytes. Longer keys come from crawler traps. */
const MAX_KEY_BYTES = 2_000

export const isUsableKey = (key: string): boolean =>
  key.isWellFormed() && !key.includes('\0') && Buffer.byteLength(key) <= MAX_KEY_BYTES
