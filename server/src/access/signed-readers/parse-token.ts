import { MAX_READER_TOKEN_CHARACTERS } from '@footnote/contract/limits'
import { hasDuplicateNames } from './has-duplicate-names.ts'
import { invalidToken } from './invalid-token.ts'

export type ParsedToken = {
  alg: string
  claims: Readonly<Record<string, unknown>>
}

/** The compact form alone. */
const COMPACT = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/

/** Reads a token that nobody has verified yet. Refuses what two programs might read in two ways. */
export function parseToken(token: string): ParsedToken {
  if (token.length > MAX_READER_TOKEN_CHARACTERS) {
    throw invalidToken(`is longer than ${MAX_READER_TOKEN_CHARACTERS} characters`)
  }
  const [, head = '', body = ''] = COMPACT.exec(token) ?? []
  const header = parseObject(head)
  const claims = parseObject(body)
  if (!header || !claims) throw invalidToken('is not a signed JWT')
  // No extension is needed here, and one that is not understood must not be passed over.
  if ('crit' in header || 'b64' in header || 'zip' in header) {
    throw invalidToken('has a header that is not supported')
  }
  const { alg } = header
  if (typeof alg !== 'string') throw invalidToken('names no algorithm')
  return { alg, claims }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function parseObject(part: string): Record<string, unknown> | null {
  try {
    const text = decoder.decode(Buffer.from(part, 'base64url'))
    const value: unknown = JSON.parse(text)
    return isObject(value) && !hasDuplicateNames(text) ? value : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
