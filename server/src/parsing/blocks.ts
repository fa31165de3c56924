import type { Labels } from '@footnote/contract/labels'

/** A document reduced to what is searched and quoted: blocks of plain text in reading order. */
export type ParsedDocument = {
  title: string | null
  blocks: Block[]
} & DocumentFacts

/** What a document says about itself. */
export type DocumentFacts = {
  /** As declared: `en`, `pt-BR`. */
  language?: string | undefined
  publishedAt?: Date | undefined
  /** The URL that a page declares as its own. */
  canonicalUrl?: string | undefined
  labels?: Labels | undefined
}

/** `page` is set for documents that have pages. */
export type Block = { page?: number } & (
  | { kind: 'heading'; text: string; depth: number; anchor?: string }
  | { kind: 'text'; text: string }
  /** One item per line, marked `- ` or `1. `, nested items indented by two spaces per level. */
  | { kind: 'list'; text: string }
  | { kind: 'code'; text: string; language?: string }
  /** One row per line, cells joined by ` | `. The header row is not part of `text`. */
  | { kind: 'table'; text: string; headerRow?: string }
)

/** Deeper items are shown at this level; more indentation only costs tokens. */
const MAX_LIST_DEPTH = 8

/** Collects blocks. Consecutive items become one list. */
export function createBlockWriter() {
  const blocks: Block[] = []
  let items: string[] = []
  let page: { page?: number } = {}
  let listPage = page

  function endList(): void {
    if (items.length > 0) blocks.push({ kind: 'list', text: items.join('\n'), ...listPage })
    items = []
  }

  function add(block: Block): void {
    endList()
    if (block.text !== '') blocks.push({ ...block, ...page })
  }

  return {
    add,
    endList,
    /** Sets the page of the blocks that follow. */
    at(number: number): void {
      page = { page: number }
    },
    heading(text: string, depth: number, anchor?: string): void {
      add({ kind: 'heading', text, depth, ...(anchor ? { anchor } : {}) })
    },
    text(text: string): void {
      add({ kind: 'text', text })
    },
    /** An empty marker continues the previous item. */
    item(text: string, depth: number, marker: string): void {
      if (text === '') return
      if (items.length === 0) listPage = page
      const indent = '  '.repeat(Math.min(depth, MAX_LIST_DEPTH))
      const lead = marker === '' ? '  ' : `${marker} `
      items.push(indent + lead + text.replaceAll('\n', `\n${indent}  `))
    },
    code(text: string, language?: string): void {
      const lines = text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
      add({ kind: 'code', text: lines, ...(language ? { language } : {}) })
    },
    table(header: readonly string[] | null, rows: readonly (readonly string[])[]): void {
      const headerRow = header ? joinCells(header) : ''
      const text = rows
        .map(joinCells)
        .filter((row) => row !== '')
        .join('\n')
      if (text === '') add({ kind: 'table', text: headerRow })
      else add({ kind: 'table', text, ...(headerRow === '' ? {} : { headerRow }) })
    },
    finish(): Block[] {
      endList()
      return blocks
    },
  }
}

export type BlockWriter = ReturnType<typeof createBlockWriter>

/** Empty cells keep their place, except in a row with a single filled cell. */
function joinCells(cells: readonly string[]): string {
  const clean = cells.map(collapse)
  const filled = clean.filter((cell) => cell !== '')
  return filled.length > 1 ? clean.join(' | ') : (filled[0] ?? '')
}

/** Collapses white space to single spaces and drops zero-width characters. */
export function collapse(text: string): string {
  return text
    .replace(/[\u200B\uFEFF]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Each line collapsed, empty ones dropped. */
export const lines = (text: string): string =>
  text
    .split('\n')
    .map(collapse)
    .filter((line) => line !== '')
    .join('\n')

/** For files that have no anchors to link to. */
export const withoutAnchors = (blocks: readonly Block[]): Block[] =>
  blocks.map((block) =>
    block.kind === 'heading' ? { kind: 'heading', text: block.text, depth: block.depth } : block,
  )
