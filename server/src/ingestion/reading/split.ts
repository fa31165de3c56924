import type { ParsedDocument } from './blocks.ts'
import { type Chunk, chunksOf, type SplitSizes } from './split-chunks.ts'
import { type Section, sectionsOf } from './split-sections.ts'
import { estimateTokens } from './split-tokens.ts'

export type Passage = {
  index: number
  content: string
  /** The titles of the headings it stands under, outermost first. */
  headingPath: string[]
  /** The anchor of the nearest heading; `page=3` where the document has pages. */
  anchor: string | null
}

/** 256 is what the smallest embedding models read; 400 leaves room in those of 512 for the path. */
const DEFAULT_SIZES: SplitSizes = { targetTokens: 256, maxTokens: 400 }

/** A last piece below this share of the target joins the one before it, where both fit. */
const SMALL_SHARE = 0.25

type Draft = Omit<Passage, 'index'>

/** Cuts a document into passages along its headings: small siblings together, long sections apart. */
export function split(document: ParsedDocument, options: Partial<SplitSizes> = {}): Passage[] {
  const sizes = { ...DEFAULT_SIZES, ...options }
  const groups: Group[] = []
  for (const section of sectionsOf(document)) {
    const sized = measure(section, sizes)
    const held = groups.at(-1)
    if (held && joins(held, sized, sizes)) {
      held.sections.push(sized)
      held.tokens += sized.tokens
    } else groups.push({ sections: [sized], tokens: sized.tokens })
  }
  const passages = groups.flatMap((group) => passagesOf(group.sections, sizes))
  return passages.map((passage, index) => ({ index, ...passage }))
}

type Group = { sections: SizedSection[]; tokens: number }
type SizedSection = { section: Section; chunks: Chunk[]; tokens: number }

function measure(section: Section, sizes: SplitSizes): SizedSection {
  const chunks = section.blocks.flatMap((block) => chunksOf(block, sizes))
  const tokens = chunks.reduce(
    (sum, chunk) => sum + chunk.tokens,
    estimateTokens(section.heading ?? ''),
  )
  return { section, chunks, tokens }
}

/** Whether a section is a sibling of those held, on the same page, and fits the target with them. */
function joins(group: Group, { section, tokens }: SizedSection, sizes: SplitSizes): boolean {
  const first = group.sections[0]?.section
  return (
    group.tokens + tokens <= sizes.targetTokens &&
    first !== undefined &&
    first.heading !== null &&
    section.heading !== null &&
    first.depth === section.depth &&
    first.page === section.page &&
    first.parents.length === section.parents.length &&
    first.parents.every((parent, index) => parent === section.parents[index])
  )
}

function passagesOf(group: readonly SizedSection[], sizes: SplitSizes): Draft[] {
  const [first] = group
  if (!first) return []
  const { heading, parents, anchor } = first.section
  if (group.length > 1) {
    const content = group.map(withHeading).join('\n\n')
    return [{ content, headingPath: parents, anchor }]
  }
  const headingPath = heading === null ? parents : [...parents, heading]
  if (first.chunks.length === 0) return [{ content: heading ?? '', headingPath, anchor }]
  return pack(first.chunks, sizes).map((chunks) => ({
    content: join(chunks),
    headingPath,
    anchor: pageAnchor(chunks) ?? anchor,
  }))
}

/** A viewer of PDF opens the page that this names. */
function pageAnchor([first]: readonly Chunk[]): string | null {
  return first?.page === undefined ? null : `page=${first.page}`
}

function withHeading({ section, chunks }: SizedSection): string {
  const heading = section.heading ?? ''
  return chunks.length === 0 ? heading : `${heading}\n\n${join(chunks)}`
}

function join(chunks: readonly Chunk[]): string {
  return chunks
    .map((chunk, index) => (index === 0 ? chunk.text : chunk.joiner + chunk.text))
    .join('')
}

/** Chunks together up to the target; all in one when the whole fits the maximum. */
function pack(chunks: readonly Chunk[], { targetTokens, maxTokens }: SplitSizes): Chunk[][] {
  const total = chunks.reduce((sum, chunk) => sum + chunk.tokens, 0)
  if (total <= maxTokens) return [[...chunks]]
  const groups: { chunks: Chunk[]; tokens: number }[] = []
  for (const chunk of chunks) {
    const last = groups.at(-1)
    if (last && last.tokens + chunk.tokens <= targetTokens) {
      last.chunks.push(chunk)
      last.tokens += chunk.tokens
    } else groups.push({ chunks: [chunk], tokens: chunk.tokens })
  }
  const tail = groups.at(-1)
  const before = groups.at(-2)
  if (tail && before && tail.tokens < targetTokens * SMALL_SHARE) {
    if (before.tokens + tail.tokens <= maxTokens) {
      before.chunks.push(...tail.chunks)
      groups.pop()
    }
  }
  return groups.map((group) => group.chunks)
}
