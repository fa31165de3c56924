import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { SignInDeps } from './deps.ts'
import { getIssuer } from './deps.ts'

/**
 * Replaces the client's host headers with the public address, so that nobody can influence the URLs
 * that the authorization server generates.
 */
export function withPublicAddress(
  deps: SignInDeps,
  request: FastifyRequest,
  knowledgeBaseId: string,
  path: string,
) {
  const { host, protocol } = new URL(deps.publicUrl)
  const { raw } = request
  delete raw.headers['x-forwarded-host']
  raw.headers.host = host
  raw.headers['x-forwarded-proto'] = protocol.replace(':', '')
  raw.headers['x-forwarded-for'] = request.ip
  const mount = new URL(getIssuer(deps, knowledgeBaseId)).pathname
  return Object.assign(raw, { url: path, originalUrl: mount + path })
}

/** Lets the authorization server handle the request. */
export async function forwardToProvider(
  deps: SignInDeps,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  { knowledgeBaseId, path }: { knowledgeBaseId: string; path: string },
): Promise<void> {
  const raw = withPublicAddress(deps, request, knowledgeBaseId, path)
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  await provider.callback()(raw, reply.raw)
}
