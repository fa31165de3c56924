import type { ErrorBody } from '@footnote/contract/errors'
import type { ErrorFrame } from '@footnote/contract/public/chat'
import { MCP_ERROR_META } from '@footnote/contract/public/mcp'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { findRefusal, toBody } from '../errors/error-handler.ts'
import { recordRefusal } from '../errors/record-refusal.ts'
import type { ToolCall } from './tool-call.ts'

/** Code and message for the model; the whole error, as over HTTP, for programs. */
export function toolError(error: ErrorBody | ErrorFrame): CallToolResult {
  return {
    content: [{ type: 'text', text: `${error.code}: ${error.error}` }],
    isError: true,
    _meta: { [MCP_ERROR_META]: error },
  }
}

/** A tool's refusal is a result. */
export const toolRefusal = (call: Refused, error: unknown): CallToolResult =>
  toolError(reportToolError(call, error))

/** A refusal to read a page is a protocol error. It never contains the message of what was thrown. */
export async function orProtocolError<Result>(
  call: Refused,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    const body = reportToolError(call, error)
    throw new ProtocolError(ProtocolErrorCode.InternalError, `${body.code}: ${body.error}`, body)
  }
}

export type Refused = {
  deps: Pick<ToolCall['deps'], 'metrics'>
  request: Pick<ToolCall['request'], 'id' | 'log'>
  signal: AbortSignal
}

/** Logs and counts the refusal, and describes it as the HTTP error handler does. */
function reportToolError({ deps, request, signal }: Refused, error: unknown): ErrorBody {
  const refusal = findRefusal(error)
  // The client disconnected and its work was aborted: nothing failed.
  if (!signal.aborted) recordRefusal(deps.metrics, request.log, { refusal, error })
  return toBody(refusal, request.id)
}
