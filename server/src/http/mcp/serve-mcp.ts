import { createMcpHandler } from '@modelcontextprotocol/server'
import { toNodeHandler } from '@modelcontextprotocol/node'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorFields } from '../../platform/log.ts'
import { Refusal } from '../../platform/refusal.ts'
import { disconnectSignal } from '../client-disconnect.ts'
import type { Deps } from '../deps.ts'
import { createMcpServer } from './create-mcp-server.ts'

/** One handler and server per request, so that requests share no state. */
export async function serveMcp(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // One question per request, so that the limits count questions. MCP dropped batches in 2025-06-18.
  if (Array.isArray(request.body)) throw new Refusal('BAD_REQUEST')
  const signal = AbortSignal.any([disconnectSignal(reply), deps.stopSignal])
  const handler = createMcpHandler(() => createMcpServer(deps, request, signal), {
    // The server announces nothing, so there is nothing to subscribe to.
    maxSubscriptions: 0,
    onerror: (error) => request.log.debug(errorFields(error), 'an MCP request failed'),
  })
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value)
  }
  raw.setHeader('cache-control', 'no-store')
  raw.setHeader('x-accel-buffering', 'no')
  if (!deps.isReady()) raw.shouldKeepAlive = false
  const { method, url } = request
  await toNodeHandler(handler)(Object.assign(request.raw, { method, url }), raw, request.body)
}
