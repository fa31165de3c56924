import { htmlPage } from '../../server/src/connectors/api/html-page.ts'
import { storageToHtml } from '../../server/src/connectors/confluence/storage-to-html.ts'
import type { Block } from '../../server/src/parsing/blocks.ts'
import { parseHtml } from '../../server/src/parsing/html/html.ts'

const shown = (block: Block): string => {
  if (block.kind === 'code') return `<${block.language}> ${block.text}`
  if (block.kind === 'table' && block.headerRow) return `${block.headerRow}\n${block.text}`
  return block.kind === 'heading' ? `${'#'.repeat(block.depth)} ${block.text}` : block.text
}

/** What the parser makes of a page in Confluence's storage format, without its title. */
export const readAsParsed = (storage: string): string[] =>
  parseHtml(htmlPage('Page', storageToHtml(storage)))
    .blocks.slice(1)
    .map(shown)
