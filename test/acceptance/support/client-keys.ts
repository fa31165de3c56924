import { bytesFor } from '../../support/chaos/chance.ts'
import { crc32 } from 'node:zlib'
import type { Service } from '../../support/service.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
export const CHECKSUM_CHARACTERS = 6

/** CRC32 in base62, as documented for the key format. */
export function computeChecksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < CHECKSUM_CHARACTERS) {
    digits = ALPHABET.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

let keys = 0

/** Well formed, with a valid checksum, but never issued. */
export function lookAlike(prefix: 'fnp' | 'fnc' | 'fns'): string {
  keys += 1
  const random = [...bytesFor(`key ${keys}`, 27)].map((byte) => ALPHABET.charAt(byte % 62)).join('')
  const unsigned = `${prefix}_00${random}`
  return unsigned + computeChecksum(unsigned)
}

/** The same key with one wrong character. */
export function withTypo(key: string): string {
  const place = 12
  const wrong = key.charAt(place) === 'x' ? 'y' : 'x'
  return key.slice(0, place) + wrong + key.slice(place + 1)
}

export type Pair = { 'x-client-id': string; 'x-client-secret': string }

/** A secret pair, as the headers that carry it. */
export async function createPair({ admin }: Service, knowledgeBaseId: string): Promise<Pair> {
  const key = await admin.keys.create(knowledgeBaseId, { name: 'pair', kind: 'secret' })
  const { client_id, client_secret } = key
  if (client_id === undefined || client_secret === undefined) throw new Error('Not a pair')
  return { 'x-client-id': client_id, 'x-client-secret': client_secret }
}
