import { toJsonSchema } from '@footnote/contract/json-schemas'
import type { McpToolName } from '@footnote/contract/mcp'
import { MCP_TOOLS } from '@footnote/contract/mcp'
import type { z } from 'zod'
import type { Tool } from '@modelcontextprotocol/server'

/** Nothing a reader can undo or regret; what they ask goes to a model that is not theirs. */
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

/** As it goes over the wire. */
function objectSchema(schema: z.ZodObject, io: 'input' | 'output'): Tool['inputSchema'] {
  const written: Tool['inputSchema'] = JSON.parse(JSON.stringify(toJsonSchema(schema, io)))
  return written
}

/** Made once: a schema is slow to write out. */
export const TOOLS: readonly Tool[] = [toTool('ask'), toTool('search'), toTool('related')]
