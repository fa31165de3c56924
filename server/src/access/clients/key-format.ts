import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { BASE62 } from '../../platform/new-id.ts'

/** Public key, client id, client secret, access token of the admin API. */
export type KeyPrefix = 'fnp' | 'fnc' | 'fns' | 'fnt'

/** 62^27 is 2^160.7. */
const RANDOM_CHARACTERS = 27
const CELL_CHARACTERS = 2
/** 62^6 exceeds 2^32. */
const CHECKSUM_CHARACTERS = 6
const BODY = new RegExp(
  `^[0-9A-Za-z]{${CELL_CHARACTERS + RANDOM_CHARACTERS + CHECKSUM_CHARACTERS}}$`,
)

/**
 * `fnp_` + two characters that name the cell + random + CRC32. The checksum lets secret scanners and
 * us tell a key from a typo without a look-up; the cell lets an edge route without one.
 */
export function createKey(prefix: KeyPrefix, cell: string): string {
  const unsigned = `${prefix}_${cell}${randomCharacters(RANDOM_CHARACTERS)}`
  return unsigned + checksum(unsigned)
}

export function isKey(prefix: KeyPrefix, text: string): boolean {
  if (!text.startsWith(`${prefix}_`) || !BODY.test(text.slice(prefix.length + 1))) return false
  const unsigned = text.slice(0, -CHECKSUM_CHARACTERS)
  return text === unsigned + checksum(unsigned)
}

/** Discards bytes from 248 up: 248 is the largest multiple of 62, so no character is favoured. */
function randomCharacters(count: number): string {
  let characters = ''
  while (characters.length < count) {
    for (const byte of randomBytes(count)) {
      if (byte < 248 && characters.length < count) characters += BASE62[byte % 62]
    }
  }
  return characters
}

function checksum(text: string): string {
  let rest = crc32(text)
  let characters = ''
  for (let index = 0; index < CHECKSUM_CHARACTERS; index += 1) {
    characters = BASE62[rest % 62] + characters
    rest = Math.floor(rest / 62)
  }
  return characters
}
