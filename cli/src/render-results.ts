import type { SearchResult } from '@footnote/client'
import { plain, wrap } from './plain.ts'

const MAX_WIDTH = 100
const EXCERPT_LINES = 2

/** Search results for a terminal. */
export function renderResults(results: readonly SearchResult[], columns: number): string {
  if (results.length === 0) return 'Nothing found.'
  const width = Math.min(columns, MAX_WIDTH)
  return results.map((result, index) => renderResult(result, index + 1, width)).join('\n\n')
}

function renderResult(result: SearchResult, rank: number, width: number): string {
  const { chunk, document } = result
  const label = `${rank}. `
  const indent = ' '.repeat(label.length)
  const lines = [
    ...(chunk.heading_path.length === 0 ? [] : [chunk.heading_path.map(plain).join(' › ')]),
    plain(chunk.anchor === null ? document.url : `${document.url}#${chunk.anchor}`),
    renderScore(result),
    ...wrap(withoutFences(chunk.content), width - label.length, EXCERPT_LINES),
  ]
  return [`${label}${plain(document.title)}`, ...lines.map((line) => indent + line)].join('\n')
}

/** Where lines are joined, a fence is noise. */
const withoutFences = (content: string): string => content.replaceAll(/^\s*(`{3,}|~{3,}).*$/gm, '')

function renderScore({ rrf_score, vector_score, text_score, rerank_score }: SearchResult): string {
  const reranked = rerank_score === 0 ? '' : `, reranker ${rerank_score.toFixed(2)}`
  const parts = `meaning ${vector_score.toFixed(2)}, words ${text_score.toFixed(2)}${reranked}`
  return `score ${rrf_score.toFixed(4)} (${parts})`
}
