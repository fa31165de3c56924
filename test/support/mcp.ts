import type { CallToolResult } from '@modelcontextprotocol/client'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { ErrorBody } from '@footnote/contract/errors'
import { MCP_ERROR_META } from '@footnote/contract/public/mcp'
import type { Service } from './service.ts'

/** The current protocol and the one before it. */
export const PROTOCOLS = ['2026-07-28', '2025-11-25'] as const
export type McpProtocol = (typeof PROTOCOLS)[number]

export type McpOptions = {
  headers: Record<string, string>
  protocol?: McpProtocol
  path?: string
}

/** The official client, connected. */
export async function connectMcp(
  { baseUrl }: Pick<Service, 'baseUrl'>,
  { headers, protocol = '2026-07-28', path = '/mcp' }: McpOptions,
): Promise<Client & AsyncDisposable> {
  const client = new Client(
    { name: 'a test', version: '1' },
    { versionNegotiation: { mode: protocol === '2025-11-25' ? 'legacy' : { pin: protocol } } },
  )
  const transport = new StreamableHTTPClientTransport(new URL(baseUrl + path), {
    requestInit: { headers },
  })
  await client.connect(transport)
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}

/** The error of a tool result, as the HTTP interface would have put it. */
export function getToolError(result: CallToolResult): ErrorBody {
  const error = result._meta?.[MCP_ERROR_META]
  if (result.isError !== true || error === undefined) {
    throw new Error(`No error: ${JSON.stringify(result)}`)
  }
  return error as ErrorBody
}
