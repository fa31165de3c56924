import { MAX_RELATED_ARTICLES, MAX_SNIPPET_CHARACTERS } from '@footnote/contract/limits'
import { withoutCodeMarks } from '../knowledge/passages/passage-text.ts'
import type { RankedPassage } from './retrieve.ts'

export type Article = { url: string; title: string; snippet: string }

/** One entry per page, from its best passage. */
export function toArticles(passages: readonly RankedPassage[]): Article[] {
  const articles = new Map<string, Article>()
  for (const { document, content } of passages) {
    if (articles.size === MAX_RELATED_ARTICLES) break
    if (!articles.has(document.id)) {
      const { url, title } = document
      articles.set(document.id, {
        url,
        title,
        snippet: cut(withoutCodeMarks(content), MAX_SNIPPET_CHARACTERS),
      })
    }
  }
  return [...articles.values()]
}

/** In code points: a cut in UTF-16 units could leave half an emoji. */
function cut(text: string, characters: number): string {
  if (text.length <= characters) return text
  return Array.from(text.slice(0, characters * 2))
    .slice(0, characters)
    .join('')
}
