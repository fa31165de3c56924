import { withoutCodeMarks } from '../knowledge/passages/passage-text.ts'
import type { SplitPassage } from '../parsing/split/split.ts'
import { analyse, passageWeights, termId } from '../text/terms.ts'

type Searched = Pick<SplitPassage, 'headingPath' | 'content'>

/** A passage is also found by its page's title and its headings. */
export const searchableText = (title: string, passage: Searched): string =>
  [title, ...passage.headingPath, withoutCodeMarks(passage.content)].join('\n')

/** The same for keywords: term id to weight. */
export function computeWeights(
  knowledgeBaseId: string,
  title: string,
  { headingPath, content }: Searched,
  language: string,
): Map<number, number> {
  const headings = analyse([title, ...headingPath].join('\n'), language)
  const byTerm = passageWeights(analyse(withoutCodeMarks(content), language), headings)
  return new Map(Array.from(byTerm, ([term, weight]) => [termId(knowledgeBaseId, term), weight]))
}
