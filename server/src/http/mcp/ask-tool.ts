import type { AskInput, AskOutput } from '@footnote/contract/mcp'
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import { admitQuestion } from '../../answering/admit.ts'
import { answerWhole } from '../../answering/answer-whole.ts'
import { verifyCaptcha } from '../../access/captcha.ts'
import { captchaToken } from '../hooks/captcha.ts'
import type { ToolCall } from './call-tool.ts'
import { pageLinks } from './page-links.ts'
import { toolError } from './tool-error.ts'

export async function askTool(
  { deps, request, signal }: ToolCall,
  input: AskInput,
  context: ServerContext,
): Promise<CallToolResult> {
  const { caller, headers, id: requestId } = request
  await verifyCaptcha(deps, caller, captchaToken(request), 'chat')
  const question = await admitQuestion(deps.db, caller, input, {
    requestId,
    origin: headers.origin,
    source: 'mcp',
  })
  const { last, text } = await answerWhole(deps, question, signal, progressTeller(context))
  if ('error_code' in last) return toolError(last)
  const { done: _, answer: __, ...rest } = last
  const output: AskOutput = { ...rest, answer: text }
  return {
    content: [{ type: 'text', text }, ...pageLinks(output.citations)],
    structuredContent: output,
  }
}

/** Sends the text as it comes, to a client that asked to hear of progress. */
function progressTeller({ mcpReq }: ServerContext) {
  const progressToken = mcpReq._meta?.progressToken
  return async (message: string, { length: progress }: string): Promise<void> => {
    if (progressToken === undefined) return
    const params = { progressToken, progress, message }
    // A client that left is told nothing; its answer goes on to its end, which the signal brings.
    await mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}
