import {
  MAX_READER_GROUPS,
  MAX_READER_SUBJECT_CHARACTERS,
  MAX_READER_TOKEN_HOURS,
  READER_TOKEN_SKEW_SECONDS,
} from '@footnote/contract/limits'
import { countCodePoints } from '@footnote/contract/text'
import { invalidToken } from './invalid-token.ts'

export type ReaderClaims = {
  subject: string
  /** With the clock skew that is allowed. */
  expiresAt: Date
  groups: readonly string[]
  name: string | null
  email: string | null
}

export type ExpectedClaims = { audience: string; issuer: string | null }

const MAX_TOKEN_SECONDS = MAX_READER_TOKEN_HOURS * 3600

/** The claims of a token whose signature is valid. */
export function readClaims(
  claims: Readonly<Record<string, unknown>>,
  expected: ExpectedClaims,
  nowSeconds = Date.now() / 1000,
): ReaderClaims {
  requireAddressed(claims, expected)
  return {
    subject: readSubject(claims['sub']),
    expiresAt: readExpiry(claims, nowSeconds),
    groups: readGroups(claims['groups']),
    name: readText(claims['name']),
    email: readText(claims['email']),
  }
}

function requireAddressed(
  { aud, iss }: Readonly<Record<string, unknown>>,
  { audience, issuer }: ExpectedClaims,
): void {
  const audiences: unknown[] = Array.isArray(aud) ? aud : [aud]
  if (aud === undefined) throw invalidToken('has no audience: the claim aud is missing')
  if (!audiences.includes(audience)) throw invalidToken('is for another audience')
  if (issuer !== null && iss !== issuer) throw invalidToken('is of another issuer')
}

function readSubject(sub: unknown): string {
  if (sub === undefined) throw invalidToken('names no reader: the claim sub is missing')
  if (typeof sub !== 'string' || sub === '' || /\p{Cc}/u.test(sub) || !sub.isWellFormed()) {
    throw invalidToken('names no reader: the claim sub must be a text')
  }
  if (countCodePoints(sub) > MAX_READER_SUBJECT_CHARACTERS) {
    throw invalidToken(`has a claim sub of more than ${MAX_READER_SUBJECT_CHARACTERS} characters`)
  }
  return sub
}

function readExpiry(
  { exp, nbf, iat }: Readonly<Record<string, unknown>>,
  nowSeconds: number,
): Date {
  if (exp === undefined) throw invalidToken('never expires: the claim exp is missing')
  for (const [name, time] of Object.entries({ exp, nbf, iat })) {
    if (time !== undefined && !(typeof time === 'number' && Number.isFinite(time))) {
      throw invalidToken(`has a claim ${name} that is not a number of seconds`)
    }
  }
  const ends = Number(exp)
  if (ends + READER_TOKEN_SKEW_SECONDS <= nowSeconds) throw invalidToken('has expired')
  const latest = nowSeconds + READER_TOKEN_SKEW_SECONDS
  if (nbf !== undefined && Number(nbf) > latest) throw invalidToken('is not valid yet')
  if (iat !== undefined && Number(iat) > latest) throw invalidToken('was made in the future')
  if (ends > latest + MAX_TOKEN_SECONDS) {
    throw invalidToken(`is valid for more than ${MAX_READER_TOKEN_HOURS} hours`)
  }
  return new Date((ends + READER_TOKEN_SKEW_SECONDS) * 1000)
}

function readGroups(groups: unknown): readonly string[] {
  if (groups === undefined) return []
  if (!Array.isArray(groups) || !groups.every((group) => typeof group === 'string')) {
    throw invalidToken('has a claim groups that is not a list of texts')
  }
  if (groups.length > MAX_READER_GROUPS) {
    throw invalidToken(`names more than ${MAX_READER_GROUPS} groups`)
  }
  return groups
}

const readText = (value: unknown): string | null => (typeof value === 'string' ? value : null)
