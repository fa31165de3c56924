import type { AskInput, AskOutput } from '@footnote/contract/public/mcp'
import type { RelatedArticle } from '@footnote/contract/public/related'
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import type { Caller } from '../../access/caller.ts'
import { admitQuestion } from '../../answering/admit.ts'
import { answerWhole } from '../../answering/answer-whole.ts'
import { verifyCaptcha } from '../../access/clients/captcha.ts'
import { captchaToken } from '../hooks/captcha.ts'
import { relatedPages } from '../public/related.ts'
import type { ToolCall } from './tool-call.ts'
import { pageLinks } from './page-links.ts'
import { articleText } from './search-tools.ts'
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
  const closest = rest.covered ? [] : await findClosest(deps, caller, input, signal)
  const output: AskOutput = {
    ...rest,
    answer: text,
    ...(closest.length > 0 ? { closest_pages: closest } : {}),
  }
  return {
    content: [
      { type: 'text', text },
      ...(rest.verified_at === undefined
        ? []
        : [{ type: 'text' as const, text: verifiedText(rest.verified_at) }]),
      ...closest.map((page) => ({ type: 'text' as const, text: articleText(page) })),
      ...pageLinks([...output.citations, ...closest]),
    ],
    structuredContent: output,
  }
}

const verifiedText = (at: string): string => `Verified by the docs team on ${at.slice(0, 10)}.`

/** Where the documentation does not cover a question, the model may read on by itself. */
async function findClosest(
  deps: ToolCall['deps'],
  caller: Caller,
  { query, group_ids, filter, default_filter }: AskInput,
  signal: AbortSignal,
): Promise<RelatedArticle[]> {
  const asked = { query, group_ids, filter, default_filter }
  const { articles } = await relatedPages(deps, caller, asked, signal)
  return articles
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
