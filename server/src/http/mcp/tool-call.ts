import type { Server } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

/** What a tool needs besides its input. */
export type ToolCall = {
  deps: Deps
  request: FastifyRequest
  server: Server
  signal: AbortSignal
}
