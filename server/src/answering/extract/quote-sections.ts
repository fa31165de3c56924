import type { Db } from '../../platform/database/db.ts'
import type { Tenant } from '../../platform/database/tenant.ts'
import type { CitablePassage } from '../citations/citable-passage.ts'
import { toCitablePassages } from '../citations/citable-passage.ts'
import type { CutSection } from './cut-section.ts'
import { cutSection } from './cut-section.ts'
import { isLinkSection } from './link-section.ts'
import type { SectionPassages } from './section-passages.ts'
import { loadSections } from './section-passages.ts'
import { writeSection } from './write-section.ts'

/** With 150 questions over three corpora, three sections held the fact for .77, four .82, five .85. */
const MAX_SECTIONS = 5
/** The first is shown whole as far as this, in characters; of the others the passage and what is near. */
const MAX_FIRST = 2_500
const MAX_OTHER = 900

export type QuotedSections = {
  /** The answer, to stream. */
  pieces: string[]
  /** A section each, in their order. */
  citable: CitablePassage[]
}

/**
 * The answer without a language model: the sections that fit best, as they stand on their pages. The
 * first is shown whole up to a limit, the others around the passage that was found. Sections that only
 * link elsewhere come last. No sentence is chosen or rewritten, and nothing is cut inside a block.
 */
export async function quoteSections(
  db: Db,
  tenant: Tenant,
  passageIds: readonly string[],
  toNumber?: NumberOf,
): Promise<QuotedSections> {
  return writeSections(await loadSections(db, tenant, passageIds), toNumber)
}

/** What is cited at a place in the answer, from 1. */
type NumberOf = (passageId: string, place: number) => number

export function writeSections(
  sections: readonly SectionPassages[],
  toNumber: NumberOf = (_passageId, place) => place,
): QuotedSections {
  const pieces: string[] = []
  const citable: CitablePassage[] = []
  for (const { section, cut } of cutSections(sections)) {
    const [cited] = toCitablePassages([section.found])
    if (!cited) continue
    const content = section.passages.map((passage) => passage.content).join('\n\n')
    citable.push({ ...cited, content })
    const written = writeSection(
      getHeading(section),
      cut.blocks,
      `[${toNumber(section.found.id, citable.length)}]`,
    )
    const { url } = cited.citation
    const isFirst = citable.length === 1
    if (isFirst && cut.isCut && url !== '')
      written.push(`… [${section.found.document.title}](<${url}>)`)
    for (const piece of written) pieces.push(...(pieces.length === 0 ? [] : ['\n\n']), piece)
  }
  return { pieces, citable }
}

type Card = { section: SectionPassages; cut: CutSection }

/** Those that tell before those that lead on, without what is shown already or repeated by a page. */
function cutSections(sections: readonly SectionPassages[]): Card[] {
  const shown = new Set<string>()
  const cards: Card[] = []
  for (const section of sections.toSorted((a, b) => findRank(a) - findRank(b))) {
    const { id, content } = section.found
    if (cards.length === MAX_SECTIONS || shown.has(id) || shown.has(content)) continue
    const cut = cutSection(section, cards.length === 0 ? MAX_FIRST : MAX_OTHER)
    for (const key of [content, ...cut.passageIds]) shown.add(key)
    cards.push({ section, cut })
  }
  return cards
}

const findRank = ({ found }: SectionPassages): number => (isLinkSection(found) ? 1 : 0)

/** Where it stands: the page, then the headings above it. */
const getHeading = ({ found: { document, headingPath } }: SectionPassages): string =>
  [document.title, ...headingPath]
    .filter((part, index, path) => part !== '' && part !== path[index - 1])
    .join(' › ')
