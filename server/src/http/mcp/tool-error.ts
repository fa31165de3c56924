import type { ErrorBody } from '@footnote/contract/errors'
import { REFUSALS } from '@footnote/contract/errors'
import type { ErrorFrame } from '@footnote/contract/chat'
import { MCP_ERROR_META } from '@footnote/contract/mcp'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { errorFields } from '../../platform/log.ts'
import { refusalOf, toBody } from '../error-handler.ts'
import type { ToolCall } from './call-tool.ts'

/** The code and the sentence for the model; the whole error, as over HTTP, for programs. */
export function toolError(error: ErrorBody | ErrorFrame): CallToolResult {
  return {
    content: [{ type: 'text', text: `${error.code}: ${error.error}` }],
    isError: true,
    _meta: { [MCP_ERROR_META]: error },
  }
}

/** As the error handler of the HTTP interface logs and counts it. */
export function toolRefusal({ deps, request, signal }: ToolCall, error: unknown): CallToolResult {
  const refusal = refusalOf(error)
  // Whoever left took the search with them; nothing failed.
  if (REFUSALS[refusal.code].status >= 500 && !signal.aborted) {
    request.log.error({ ...errorFields(error), code: refusal.code }, 'failed')
  }
  deps.metrics.refusals.inc({ code: refusal.code })
  return toolError(toBody(refusal, request.id))
}
