import type { McpSearchInput } from '@footnote/contract/public/mcp'
import type { RelatedArticle, RelatedBody } from '@footnote/contract/public/related'
import type { SearchResult } from '@footnote/contract/public/search'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { verifyCaptcha } from '../../access/clients/captcha.ts'
import { captchaToken } from '../hooks/captcha.ts'
import { relatedPages } from '../public/related.ts'
import { searchPassages } from '../../retrieval/search-passages.ts'
import type { ToolCall } from './tool-call.ts'
import { pageLinks } from './page-links.ts'

const NOTHING = 'Nothing in the documentation is relevant to that.'

export async function searchTool(
  { deps, request, signal }: ToolCall,
  input: McpSearchInput,
): Promise<CallToolResult> {
  await verifyCaptcha(deps, request.caller, captchaToken(request), 'search')
  const found = await searchPassages(deps, request.caller, input, signal)
  const text = found.results.map(passageText).join('\n\n---\n\n') || NOTHING
  const pages = found.results.map(({ document }) => document)
  return { content: [{ type: 'text', text }, ...pageLinks(pages)], structuredContent: found }
}

export async function relatedTool(
  { deps, request, signal }: ToolCall,
  input: RelatedBody,
): Promise<CallToolResult> {
  // The contract exempts only the HTTP endpoint.
  await verifyCaptcha(deps, request.caller, captchaToken(request), 'search')
  const found = await relatedPages(deps, request.caller, input, signal)
  const text = found.articles.map(articleText).join('\n\n') || NOTHING
  return {
    content: [{ type: 'text', text }, ...pageLinks(found.articles)],
    structuredContent: found,
  }
}

function passageText({ chunk, document }: SearchResult): string {
  const place = [document.title, ...chunk.heading_path].join(' › ')
  const fragment = chunk.anchor === null ? '' : `#${chunk.anchor}`
  return `${place}\n${document.url}${fragment}\n\n${chunk.content}`
}

export const articleText = ({ title, url, snippet }: RelatedArticle): string =>
  `${title}\n${url}\n${snippet}`
