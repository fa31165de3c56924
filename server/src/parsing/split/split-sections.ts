import type { Block, ParsedDocument } from '../blocks.ts'

export type Section = {
  /** The section's own heading; null before the first. */
  heading: string | null
  /** The headings above it, outermost first, without its own. */
  parents: string[]
  depth: number
  anchor: string | null
  /** The page of its heading, where the document has pages. */
  page: number | undefined
  blocks: Block[]
}

/** Splits a document at its headings. A heading without text or subsections is a section as well. */
export function toSections({ title, blocks }: ParsedDocument): Section[] {
  const sections: Section[] = []
  const open: { text: string; depth: number }[] = []
  let current: Section = {
    heading: null,
    parents: [],
    depth: 0,
    anchor: null,
    page: undefined,
    blocks: [],
  }
  for (const block of blocks) {
    if (block.kind !== 'heading') {
      current.blocks.push(block)
      continue
    }
    const isTitle = block.depth === 1 && block.text === title
    if (current.blocks.length > 0 || isLeaf(current, block.depth)) sections.push(current)
    while ((open.at(-1)?.depth ?? 0) >= block.depth) open.pop()
    const parents = open.map((heading) => heading.text)
    // Every passage has the title anyway, so it is not part of the path.
    if (!isTitle) open.push({ text: block.text, depth: block.depth })
    current = {
      heading: isTitle ? null : block.text,
      parents,
      depth: block.depth,
      anchor: block.anchor ?? null,
      page: block.page,
      blocks: [],
    }
  }
  if (current.blocks.length > 0 || isLeaf(current, 0)) sections.push(current)
  return sections
}

/** A heading without text needs a passage only if no subsection has it in its path. */
function isLeaf(section: Section, nextDepth: number): boolean {
  return section.heading !== null && nextDepth <= section.depth
}
