import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** What the database holds of a key. Useless without the pepper, which is only in the configuration. */
export const digestKey = (pepper: string, key: string): Buffer =>
  createHmac('sha256', pepper).update(key).digest()

/** `previous` is still accepted during a rotation; new digests are made under `current`. */
export type Peppers = { current: string; previous: string | null }

/** One digest per pepper, the current one first. */
export const digestsUnder = (peppers: Peppers, key: string): Buffer[] =>
  pepperList(peppers).map((pepper) => digestKey(pepper, key))

export const pepperList = ({ current, previous }: Peppers): string[] =>
  previous === null ? [current] : [current, previous]

export const sameDigest = (a: Buffer, b: Buffer): boolean =>
  a.length === b.length && timingSafeEqual(a, b)

/** Takes constant time whatever the lengths, because it compares digests. */
export const sameSecret = (a: string, b: string): boolean => sameDigest(sha256(a), sha256(b))

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
