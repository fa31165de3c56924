import { toJsonSchema } from '../reference/openapi/json-schemas.ts'
import type { McpToolName } from '@footnote/contract/public/mcp'
import { MCP_TOOLS } from '@footnote/contract/public/mcp'
import type { z } from 'zod'
import type { Tool } from '@modelcontextprotocol/server'

/** The tools change nothing, but questions go to a model outside the reader's control. */
const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  openWorldHint: true,
} as const

function toTool(name: McpToolName): Tool {
  const { title, description, input, output } = MCP_TOOLS[name]
  return {
    name,
    title,
    description,
    annotations: { title, ...annotations },
    inputSchema: objectSchema(input, 'input'),
    outputSchema: objectSchema(output, 'output'),
  }
}

/** In the form of the protocol. */
function objectSchema(schema: z.ZodObject, io: 'input' | 'output'): Tool['inputSchema'] {
  const written: Tool['inputSchema'] = JSON.parse(JSON.stringify(toJsonSchema(schema, io)))
  return written
}

/** Built once, because converting a schema is slow. */
export const TOOLS: readonly Tool[] = [toTool('ask'), toTool('search'), toTool('related')]
