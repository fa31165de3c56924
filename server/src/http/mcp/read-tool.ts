import type { ReadInput } from '@footnote/contract/public/mcp'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { verifyCaptcha } from '../../access/clients/captcha.ts'
import { Refusal } from '../../platform/refusal.ts'
import { captchaToken } from '../hooks/captcha.ts'
import { readPageText } from './resources.ts'
import type { ToolCall } from './tool-call.ts'

/** What is also a resource: many clients offer resources to people alone, and not to the model. */
export async function readTool(
  { deps, request }: ToolCall,
  { url }: ReadInput,
): Promise<CallToolResult> {
  // Whole pages reveal more than a search does.
  await verifyCaptcha(deps, request.caller, captchaToken(request), 'search')
  const text = await readPageText(deps.db, request.caller, url)
  if (text === null) {
    const message = 'There is no page with this URL. Use a URL that search or related returned.'
    throw new Refusal('NOT_FOUND', { message })
  }
  return { content: [{ type: 'text', text }], structuredContent: { url, text } }
}
