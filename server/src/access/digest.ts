import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** What the database holds of a key. Useless without the pepper, which is only in the configuration. */
export const digestKey = (pepper: string, key: string): Buffer =>
  createHmac('sha256', pepper).update(key).digest()

export const sameDigest = (a: Buffer, b: Buffer): boolean =>
  a.length === b.length && timingSafeEqual(a, b)

/** Constant in time whatever the lengths: digests are compared, not the texts. */
export const sameSecret = (a: string, b: string): boolean => sameDigest(sha256(a), sha256(b))

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
