import type { AskInput, AskOutput } from '@footnote/contract/public/mcp'
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import { admitQuestion } from '../../answering/admit.ts'
import { answerWhole } from '../../answering/answer-whole.ts'
import { verifyCaptcha } from '../../access/clients/captcha.ts'
import { captchaToken } from '../hooks/captcha.ts'
import type { ToolCall } from './tool-call.ts'
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

/** Sends the text as it arrives, to a client that asked for progress. */
function progressTeller({ mcpReq }: ServerContext) {
  const progressToken = mcpReq._meta?.progressToken
  return async (message: string, { length: progress }: string): Promise<void> => {
    if (progressToken === undefined) return
    const params = { progressToken, progress, message }
    // A disconnected client is told nothing; the signal ends its answer.
    await mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}
