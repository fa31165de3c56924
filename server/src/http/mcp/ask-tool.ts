import type { ChatFrame, LastFrame } from '@footnote/contract/chat'
import type { AskInput, AskOutput } from '@footnote/contract/mcp'
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import { admitQuestion } from '../../answering/admit.ts'
import { answer } from '../../answering/answer.ts'
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
  const tell = progressTeller(context)
  let text = ''
  let ending: ChatFrame | undefined
  for await (const frames of answer(deps, question, signal)) {
    const added = frames.map((frame) => ('delta' in frame ? frame.delta : '')).join('')
    text += added
    ending = frames.at(-1)
    if (added !== '') await tell(text.length, added)
  }
  if (ending && 'error_code' in ending) return toolError(ending)
  if (!ending || !('done' in ending) || !ending.done) throw new Error('An answer had no end')
  return answered(text, ending)
}

function answered(text: string, last: LastFrame): CallToolResult {
  const { done: _, answer: corrected, ...rest } = last
  const output: AskOutput = { ...rest, answer: corrected ?? text }
  return {
    content: [{ type: 'text', text: output.answer }, ...pageLinks(output.citations)],
    structuredContent: output,
  }
}

/** Sends the text as it comes, to a client that asked to hear of progress. */
function progressTeller({ mcpReq }: ServerContext) {
  const progressToken = mcpReq._meta?.progressToken
  return async (progress: number, message: string): Promise<void> => {
    if (progressToken === undefined) return
    const params = { progressToken, progress, message }
    // A client that left is told nothing; its answer goes on to its end, which the signal brings.
    await mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}
