import type { McpToolName } from '@footnote/contract/public/mcp'
import { MCP_TOOLS } from '@footnote/contract/public/mcp'
import type {
  CallToolRequestParams,
  CallToolResult,
  ServerContext,
} from '@modelcontextprotocol/server'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import { getNetwork } from '../../platform/network/network.ts'
import { refuseBeyond } from '../hooks/rate-limit.ts'
import { countExtra } from '../identify-caller.ts'
import { queryCost } from '../query-cost.ts'
import { askTool } from './ask-tool.ts'
import { readInput } from '../read-input.ts'
import { readTool } from './read-tool.ts'
import { relatedTool, searchTool } from './search-tools.ts'
import type { ToolCall } from './tool-call.ts'
import { findTool } from './tools.ts'
import { toolRefusal } from './tool-error.ts'

/** A refusal is a tool result, so that the calling model can read it. */
export async function callTool(
  call: ToolCall,
  { name, arguments: input }: CallToolRequestParams,
  context: ServerContext,
): Promise<CallToolResult> {
  const tool = findTool(name)
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool')
  const result = await run(call, tool.name, input ?? {}, context).catch((error: unknown) =>
    toolRefusal(call, error),
  )
  return call.server.projectCallToolResult(result, tool.outputSchema)
}

async function run(
  call: ToolCall,
  name: McpToolName,
  input: unknown,
  context: ServerContext,
): Promise<CallToolResult> {
  switch (name) {
    case 'ask':
      return askTool(call, await readCounted(call, MCP_TOOLS.ask.input, input), context)
    case 'search':
      return searchTool(call, await readCounted(call, MCP_TOOLS.search.input, input))
    case 'related':
      return relatedTool(call, await readCounted(call, MCP_TOOLS.related.input, input))
    case 'read':
      return readTool(call, readInput(MCP_TOOLS.read.input, input))
  }
}

/** Parses the input and counts what a long query costs. */
async function readCounted<Schema extends z.ZodType>(
  { deps, request: { caller, ip } }: ToolCall,
  schema: Schema,
  input: unknown,
): Promise<z.output<Schema>> {
  const read = readInput(schema, input)
  const extra = { network: getNetwork(ip), cost: queryCost(read) - 1 }
  await countExtra(deps, caller, extra, refuseBeyond)
  return read
}
