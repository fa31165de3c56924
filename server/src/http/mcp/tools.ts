import { toJsonSchema } from '../reference/openapi/json-schemas.ts'
import type { McpToolName } from '@footnote/contract/public/mcp'
import { describeTool, MCP_TOOLS } from '@footnote/contract/public/mcp'
import type { z } from 'zod'
import type { Tool } from '@modelcontextprotocol/server'

/** The tools change nothing, but questions go to a model outside the reader's control. */
const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  openWorldHint: true,
} as const

function toTool(name: McpToolName): Tool & { name: McpToolName } {
  const { title, input, output } = MCP_TOOLS[name]
  return {
    name,
    title,
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

const NAMES = ['ask', 'search', 'related', 'read'] as const satisfies McpToolName[]

/** Built once, because converting a schema is slow. */
const TOOLS = NAMES.map((name) => toTool(name))

export const findTool = (name: string): (Tool & { name: McpToolName }) | undefined =>
  TOOLS.find((tool) => tool.name === name)

export const listTools = (knowledgeBase: string): Tool[] =>
  TOOLS.map((tool) => ({
    ...tool,
    description: describeTool(MCP_TOOLS[tool.name].description, knowledgeBase),
  }))
