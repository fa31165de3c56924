import { Server } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import { verifyCaptcha } from '../../access/clients/captcha.ts'
import type { Deps } from '../deps.ts'
import { captchaToken } from '../hooks/captcha.ts'
import { callTool } from './call-tool.ts'
import { listPages, pageTemplate, readPageResource } from './resources.ts'
import { orProtocolError } from './tool-error.ts'
import { listTools } from './tools.ts'

/** A server for one request and its caller. `left` aborts when the client disconnects. */
export function createMcpServer(deps: Deps, request: FastifyRequest, left: AbortSignal): Server {
  const { caller } = request
  const server = new Server(
    { name: 'footnote', title: caller.knowledgeBaseName, version: deps.version },
    {
      capabilities: { tools: {}, resources: {} },
      instructions:
        `Answers from the documentation of ${caller.knowledgeBaseName}. Use ask for a question, ` +
        'search for passages, related for pages, read for a whole page by its URL.',
    },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: listTools(caller.knowledgeBaseName),
  }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const signal = AbortSignal.any([context.mcpReq.signal, left])
    return callTool({ deps, request, server, signal }, params, context)
  })
  // Whole pages reveal more than a search does.
  const requireToken = () => verifyCaptcha(deps, caller, captchaToken(request), 'search')
  const refused = { deps, request, signal: left }
  server.setRequestHandler('resources/list', ({ params }) =>
    orProtocolError(refused, async () => {
      await requireToken()
      return listPages(deps.db, caller, params?.cursor)
    }),
  )
  server.setRequestHandler('resources/templates/list', () => pageTemplate)
  server.setRequestHandler('resources/read', ({ params }) =>
    orProtocolError(refused, async () => {
      await requireToken()
      return readPageResource(deps.db, caller, params.uri)
    }),
  )
  return server
}
