import type { ErrorBody } from '@footnote/contract/errors'
import type { ErrorFrame } from '@footnote/contract/chat'
import { MCP_ERROR_META } from '@footnote/contract/mcp'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { refusalOf, toBody } from '../error-handler.ts'
import { recordRefusal } from '../record-refusal.ts'
import type { ToolCall } from './call-tool.ts'

/** The code and the sentence for the model; the whole error, as over HTTP, for programs. */
export function toolError(error: ErrorBody | ErrorFrame): CallToolResult {
  return {
    content: [{ type: 'text', text: `${error.code}: ${error.error}` }],
    isError: true,
    _meta: { [MCP_ERROR_META]: error },
  }
}

/** What a tool refuses is a result. */
export const toolRefusal = (call: Refused, error: unknown): CallToolResult =>
  toolError(tellOf(call, error))

/** What reading a page refuses is an error of the protocol. Never the message of what was thrown. */
export async function orProtocolError<Result>(
  call: Refused,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    const body = tellOf(call, error)
    throw new ProtocolError(ProtocolErrorCode.InternalError, `${body.code}: ${body.error}`, body)
  }
}

export type Refused = {
  deps: Pick<ToolCall['deps'], 'metrics'>
  request: Pick<ToolCall['request'], 'id' | 'log'>
  signal: AbortSignal
}

/** As the error handler of the HTTP interface logs, counts and words it. */
function tellOf({ deps, request, signal }: Refused, error: unknown): ErrorBody {
  const refusal = refusalOf(error)
  // Whoever left took the search with them; nothing failed.
  if (!signal.aborted) recordRefusal(deps.metrics, request.log, { refusal, error })
  return toBody(refusal, request.id)
}
