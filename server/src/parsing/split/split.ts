import type { ParsedDocument } from '../blocks.ts'
import type { BlockPart, SplitSizes } from './split-block.ts'
import { BETWEEN_BLOCKS, splitBlock } from './split-block.ts'
import { type Section, toSections } from './split-sections.ts'
import type { BlockSpan } from '../../text/block-span.ts'
import { endsInColon } from '../../text/ends-in-colon.ts'
import { estimateTokens } from '../../text/estimate-tokens.ts'

export type SplitPassage = {
  index: number
  content: string
  /** The headings above it, outermost first. */
  headingPath: string[]
  /** The anchor of the nearest heading; `page=3` where the document has pages. */
  anchor: string | null
  /** The document's blocks in it, in order. */
  blocks: BlockSpan[]
}

/** The smallest embedding models read 256 tokens; 400 leaves room for the path in those that read 512. */
const DEFAULT_SIZES: SplitSizes = { targetTokens: 256, maxTokens: 400 }

/** A last piece below this share of the target joins the previous one if both fit. */
const SMALL_SHARE = 0.25

type Draft = Omit<SplitPassage, 'index'>

/**
 * Splits a document at its headings. Small siblings share a passage, long sections are divided. A section
 * under a question stands alone: among others, the one that answers a reader's very words is not found.
 */
export function split(document: ParsedDocument, options: Partial<SplitSizes> = {}): SplitPassage[] {
  const sizes = { ...DEFAULT_SIZES, ...options }
  const groups: Group[] = []
  for (const section of toSections(document)) {
    const sized = measure(section, sizes)
    const held = groups.at(-1)
    if (held && joins(held, sized, sizes)) {
      held.sections.push(sized)
      held.tokens += sized.tokens
    } else groups.push({ sections: [sized], tokens: sized.tokens })
  }
  const passages = groups.flatMap((group) => toPassages(group.sections, sizes))
  return passages.map((passage, index) => ({ index, ...passage }))
}

type Group = { sections: SizedSection[]; tokens: number }
type SizedSection = { section: Section; chunks: BlockPart[]; tokens: number }

function measure(section: Section, sizes: SplitSizes): SizedSection {
  const chunks = section.blocks.flatMap((block) => splitBlock(block, sizes))
  const tokens = chunks.reduce(
    (sum, chunk) => sum + chunk.tokens,
    estimateTokens(section.heading ?? ''),
  )
  return { section, chunks, tokens }
}

/** In the scripts that have a mark of their own too. */
const QUESTION_MARK = /[?？؟]\s*$/u

const asks = ({ heading }: Section): boolean => heading !== null && QUESTION_MARK.test(heading)

/** Whether a section is a sibling of the group, on the same page, and fits the target with it. */
function joins(group: Group, { section, tokens }: SizedSection, sizes: SplitSizes): boolean {
  const first = group.sections[0]?.section
  return (
    group.tokens + tokens <= sizes.targetTokens &&
    first !== undefined &&
    first.heading !== null &&
    section.heading !== null &&
    !asks(first) &&
    !asks(section) &&
    first.depth === section.depth &&
    first.page === section.page &&
    first.parents.length === section.parents.length &&
    first.parents.every((parent, index) => parent === section.parents[index])
  )
}

function toPassages(group: readonly SizedSection[], sizes: SplitSizes): Draft[] {
  const [first] = group
  if (!first) return []
  const { heading, parents, anchor } = first.section
  if (group.length > 1)
    return [{ ...join(group.flatMap(splitParts)), headingPath: parents, anchor }]
  const headingPath = heading === null ? parents : [...parents, heading]
  if (first.chunks.length === 0) return [{ ...join(splitParts(first)), headingPath, anchor }]
  return pack(first.chunks, sizes).map((chunks) => ({
    ...join(chunks),
    headingPath,
    anchor: pageAnchor(chunks) ?? anchor,
  }))
}

/** PDF viewers open the page that this names. */
function pageAnchor([first]: readonly BlockPart[]): string | null {
  return first?.page === undefined ? null : `page=${first.page}`
}

type Part = Pick<BlockPart, 'kind' | 'text' | 'joiner'> & { anchor?: string | null }

/** A section's heading and its chunks. */
function splitParts({ section, chunks }: SizedSection): Part[] {
  const { heading, anchor } = section
  const title: Part = { kind: 'heading', text: heading ?? '', joiner: BETWEEN_BLOCKS, anchor }
  return [title, ...chunks]
}

function join(parts: readonly Part[]): Pick<SplitPassage, 'content' | 'blocks'> {
  let content = ''
  const blocks: BlockSpan[] = []
  for (const { kind, text, joiner, anchor } of parts) {
    const last = blocks.at(-1)
    if (last) content += joiner
    const start = content.length
    content += text
    // The next part of a paragraph that was cut between its sentences.
    if (last && joiner !== BETWEEN_BLOCKS) last.end = content.length
    else blocks.push({ kind, start, end: content.length, ...(anchor ? { anchor } : {}) })
  }
  return { content, blocks }
}

/** Announces the list, table or code that follows. */
const introducesNext = ({ kind, text }: BlockPart): boolean => kind === 'text' && endsInColon(text)

/**
 * Packs chunks up to the target, or all into one passage if they fit the maximum. What leads on to the
 * next chunk stays with it: neither can be read without the other.
 */
function pack(
  chunks: readonly BlockPart[],
  { targetTokens, maxTokens }: SplitSizes,
): BlockPart[][] {
  const total = chunks.reduce((sum, chunk) => sum + chunk.tokens, 0)
  if (total <= maxTokens) return [[...chunks]]
  const groups: { chunks: BlockPart[]; tokens: number }[] = []
  for (const chunk of chunks) {
    const last = groups.at(-1)
    const lead = last?.chunks.at(-1)
    if (last && last.tokens + chunk.tokens <= targetTokens) {
      last.chunks.push(chunk)
      last.tokens += chunk.tokens
    } else if (last && lead && introducesNext(lead) && lead.tokens + chunk.tokens <= maxTokens) {
      last.chunks.pop()
      last.tokens -= lead.tokens
      if (last.chunks.length === 0) groups.pop()
      groups.push({ chunks: [lead, chunk], tokens: lead.tokens + chunk.tokens })
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
