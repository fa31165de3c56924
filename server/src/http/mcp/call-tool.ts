import type { McpToolName } from '@footnote/contract/mcp'
import { MCP_TOOLS } from '@footnote/contract/mcp'
import type {
  CallToolRequestParams,
  CallToolResult,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { askTool } from './ask-tool.ts'
import { readInput } from './read-input.ts'
import { relatedTool, searchTool } from './search-tools.ts'
import { TOOLS } from './tools.ts'
import { toolRefusal } from './tool-error.ts'

/** What a tool works with, besides its input. */
export type ToolCall = {
  deps: Deps
  request: FastifyRequest
  server: Server
  signal: AbortSignal
}

/** A refusal is a result that says so: the model that called can read it. */
export async function callTool(
  call: ToolCall,
  { name, arguments: input }: CallToolRequestParams,
  context: ServerContext,
): Promise<CallToolResult> {
  const tool = TOOLS.find((known) => known.name === name)
  if (!tool || !isToolName(name)) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool')
  }
  const result = await run(call, name, input ?? {}, context).catch((error: unknown) =>
    toolRefusal(call, error),
  )
  return call.server.projectCallToolResult(result, tool.outputSchema)
}

const isToolName = (name: string): name is McpToolName => Object.hasOwn(MCP_TOOLS, name)

async function run(
  call: ToolCall,
  name: McpToolName,
  input: unknown,
  context: ServerContext,
): Promise<CallToolResult> {
  switch (name) {
    case 'ask':
      return askTool(call, readInput(MCP_TOOLS.ask.input, input), context)
    case 'search':
      return searchTool(call, readInput(MCP_TOOLS.search.input, input))
    case 'related':
      return relatedTool(call, readInput(MCP_TOOLS.related.input, input))
  }
}
