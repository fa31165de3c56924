import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../access/caller.ts'
import { isKey } from '../../access/clients/key-format.ts'
import type { Deps } from '../deps.ts'
import { resourceMetadataUrl, SCOPE } from '../oauth/deps.ts'
import type { SignInServer } from '../oauth/providers.ts'
import { resolveReader } from '../oauth/resolve-reader.ts'
import { findBearer, presentedToMcp } from './bearer.ts'
import { readerTokenIn } from '../hooks/caller.ts'
import { Refusal } from '../../platform/refusal.ts'

/** A client's key, or the token of a reader who signed in to the knowledge base of the path. */
export async function resolveMcpCaller(
  deps: Pick<Deps, 'callers'>,
  sign: SignInServer | null,
  request: FastifyRequest,
): Promise<Caller> {
  const token = findBearer(request)
  const knowledgeBaseId = namedIn(request)
  if (!sign || token === undefined || knowledgeBaseId === undefined || isKey('fnp', token)) {
    return deps.callers.resolve(presentedToMcp(request), readerTokenIn(request))
  }
  // Whoever signed in here is known, and nobody is two people.
  if (readerTokenIn(request) !== undefined) throw new Refusal('READER_TOKEN_INVALID')
  return resolveReader(sign.deps, sign.providers, knowledgeBaseId, token)
}

/** The `WWW-Authenticate` challenge, with the sign-in metadata if readers can sign in. */
export async function challengeFor(
  sign: SignInServer | null,
  request: FastifyRequest,
): Promise<string> {
  const knowledgeBaseId = namedIn(request)
  if (!sign || knowledgeBaseId === undefined) return 'Bearer realm="Footnote"'
  const canSignIn = await sign.providers.of(knowledgeBaseId).then(
    () => true,
    () => false,
  )
  if (!canSignIn) return 'Bearer realm="Footnote"'
  const error = request.headers.authorization === undefined ? '' : 'error="invalid_token", '
  const metadata = resourceMetadataUrl(sign.deps, knowledgeBaseId)
  return `Bearer realm="Footnote", ${error}scope="${SCOPE}", resource_metadata="${metadata}"`
}

function namedIn({ params }: FastifyRequest): string | undefined {
  if (typeof params !== 'object' || params === null || !('knowledgeBaseId' in params))
    return undefined
  return String(params.knowledgeBaseId)
}
