import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { SignInDeps } from './deps.ts'
import { issuerOf } from './deps.ts'

/**
 * Puts the public address in place of whatever the client said, so that no URL the authorization
 * server makes can be of anybody else's choosing.
 */
export function asPublic(
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
  const mount = new URL(issuerOf(deps, knowledgeBaseId)).pathname
  return Object.assign(raw, { url: path, originalUrl: mount + path })
}

/** Lets the authorization server answer. */
export async function handOver(
  deps: SignInDeps,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  { knowledgeBaseId, path }: { knowledgeBaseId: string; path: string },
): Promise<void> {
  const raw = asPublic(deps, request, knowledgeBaseId, path)
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  await provider.callback()(raw, reply.raw)
}
