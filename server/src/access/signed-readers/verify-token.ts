import type { CompactVerifyGetKey } from 'jose'
import { compactVerify } from 'jose'
import type { FetchPage } from '../../platform/network/fetch-page.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { invalidToken } from './invalid-token.ts'
import type { ParsedToken } from './parse-token.ts'
import { parseToken } from './parse-token.ts'
import type { ReaderClaims } from './read-claims.ts'
import { readClaims } from './read-claims.ts'
import type { SignerKeys } from './signer-keys.ts'
import { createSignerKeys, isUnknownKey, KeysUnavailable } from './signer-keys.ts'

/** A signer as it is stored, as far as its tokens are verified by it. */
export type Signer = {
  id: string
  audience: string
  issuer: string | null
  version: number
  /** Sealed. */
  secret: Buffer | null
  previousSecret: Buffer | null
  previousUntil: Date | null
  jwksUrl: string | null
}

export type VerifiedToken = {
  signerId: string
  /** Of the signer as it was when this token's key was given out. */
  version: number
  claims: ReaderClaims
}

export type TokenVerifier = (
  knowledgeBaseId: string,
  signers: readonly Signer[],
  token: string,
) => Promise<VerifiedToken>

/** By the kind of the signer, never by the token. */
const SECRET_ALGORITHMS = ['HS256']
const KEY_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA']

export const signerContext = (knowledgeBaseId: string, signerId: string) => [
  'reader-signer',
  knowledgeBaseId,
  signerId,
]

/** Refuses whatever is not a valid token of one of the signers. */
export const createTokenVerifier =
  (keys: SignerKeys, secrets: SecretBox | null): TokenVerifier =>
  async (knowledgeBaseId, signers, token) => {
    const parsed = parseToken(token)
    if (signers.length === 0)
      throw invalidToken('is of no use here: no reader signer is registered')
    const found = await findSigner({ keys, secrets, knowledgeBaseId }, signers, { token, parsed })
    const { signer, version } = found
    return { signerId: signer.id, version, claims: readClaims(parsed.claims, signer) }
  }

export type TokenMeans = {
  /** It reaches no private address. */
  fetchPage: FetchPage
  /** null: there is no key to open secrets with. */
  secrets: SecretBox | null
}

export const openTokenVerifier = ({ fetchPage, secrets }: TokenMeans): TokenVerifier =>
  createTokenVerifier(createSignerKeys(fetchPage), secrets)

type Means = { keys: SignerKeys; secrets: SecretBox | null; knowledgeBaseId: string }
type Given = { token: string; parsed: ParsedToken }

async function findSigner(
  means: Means,
  signers: readonly Signer[],
  given: Given,
): Promise<{ signer: Signer; version: number }> {
  const { alg } = given.parsed
  let unavailable: KeysUnavailable | null = null
  for (const signer of signers) {
    if (signer.secret && SECRET_ALGORITHMS.includes(alg)) {
      const version = await verifyBySecret(means, signer, given.token)
      if (version !== null) return { signer, version }
    }
    if (signer.jwksUrl !== null && KEY_ALGORITHMS.includes(alg)) {
      try {
        const { keys } = means
        if (await verifyByKeys(keys, signer.jwksUrl, given.token)) {
          return { signer, version: signer.version }
        }
      } catch (error) {
        if (!(error instanceof KeysUnavailable)) throw error
        unavailable = error
      }
    }
  }
  if (unavailable) {
    const message = 'Who is asking could not be checked right now. Please try again soon.'
    throw new Refusal('UNAVAILABLE', { message, retryAfterSeconds: 5, cause: unavailable })
  }
  const isKnown = [...SECRET_ALGORITHMS, ...KEY_ALGORITHMS].includes(alg)
  throw invalidToken(isKnown ? 'has no valid signature' : 'has an algorithm that is not allowed')
}

/** The version of the secret that the token was signed with; null: with none. */
async function verifyBySecret(
  { secrets, knowledgeBaseId }: Means,
  { id, secret, previousSecret, previousUntil, version }: Signer,
  token: string,
): Promise<number | null> {
  if (!secrets) throw new Error('A reader signer has a secret, and SECRETS_KEY is not set')
  const isValid = async (sealed: Buffer) => {
    const opened = secrets.open(sealed, signerContext(knowledgeBaseId, id))
    return isSigned(token, async () => Buffer.from(opened, 'utf8'), SECRET_ALGORITHMS)
  }
  if (secret && (await isValid(secret))) return version
  const isInUse = previousUntil !== null && previousUntil.getTime() > Date.now()
  return previousSecret && isInUse && (await isValid(previousSecret)) ? version - 1 : null
}

async function verifyByKeys(keys: SignerKeys, url: string, token: string): Promise<boolean> {
  const known = await keys.find(url)
  try {
    return await isSigned(token, known, KEY_ALGORITHMS, isUnknownKey)
  } catch (error) {
    if (!isUnknownKey(error)) throw error
  }
  const renewed = await keys.find(url, known)
  return renewed !== known && isSigned(token, renewed, KEY_ALGORITHMS)
}

/** `isThrown`: the errors that say more than that the signature is not valid. */
async function isSigned(
  token: string,
  key: CompactVerifyGetKey,
  algorithms: string[],
  isThrown: (error: unknown) => boolean = () => false,
): Promise<boolean> {
  try {
    await compactVerify(token, key, { algorithms })
    return true
  } catch (error) {
    if (isThrown(error)) throw error
    return false
  }
}
