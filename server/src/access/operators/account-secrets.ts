import type { Peppers } from '../digest.ts'
import { digestKey, pepperList } from '../digest.ts'

/**
 * What session cookies are signed with: derived from the pepper, so that a copy of the database opens
 * nothing. The number names the pepper, and stays the same while it is current and when it is previous.
 */
export const accountSecrets = (peppers: Peppers): { version: number; value: string }[] =>
  pepperList(peppers).map((pepper) => ({
    version: digestKey(pepper, 'accounts version').readUInt32BE() >>> 1,
    value: digestKey(pepper, 'accounts').toString('hex'),
  }))
