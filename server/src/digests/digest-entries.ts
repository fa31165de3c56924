import { fillPath, CONSOLE_PATHS } from '@footnote/contract/paths'
import { questionCount, timesAsked, timesCited } from './figures.ts'
import type { DigestContent, DigestSection } from './read-digest.ts'

export type DigestList = {
  title: string
  /** What the whole list leads to. */
  all: { text: string; url: string }
  entries: { text: string; note: string; url: string }[]
}

/** Addresses in the console. `publicUrl`: null in a preview without one, where paths are enough. */
export function consoleUrl(
  publicUrl: string | null,
  { workspaceId }: Pick<DigestContent, 'workspaceId'>,
  knowledgeBaseId: string,
  view: string,
): string {
  const base = fillPath('/w/{workspaceId}/kb/{knowledgeBaseId}', { workspaceId, knowledgeBaseId })
  return `${publicUrl ?? ''}${CONSOLE_PATHS.start}${base}${view}`
}

/** The lists of a knowledge base that have anything in them. */
export function getLists(
  publicUrl: string | null,
  content: DigestContent,
  section: DigestSection,
): DigestList[] {
  const to = (view: string) => consoleUrl(publicUrl, content, section.knowledgeBaseId, view)
  const lists: DigestList[] = [
    {
      title: 'Largest open gaps',
      all: { text: 'All gaps', url: to('/gaps') },
      entries: section.gaps.map(({ id, title, questions }) => ({
        text: title,
        note: questionCount(questions),
        url: to(`/gaps?open=${id}`),
      })),
    },
    {
      title: 'Most asked questions',
      all: { text: 'All questions', url: to('/questions') },
      entries: section.questions.map(({ question, message_id, asked }) => ({
        text: question,
        note: timesAsked(asked),
        url: to(`/questions?open=${message_id}`),
      })),
    },
    {
      title: 'Most cited pages',
      all: { text: 'All pages', url: to('/pages') },
      entries: section.documents.map(({ document_id, title, url, cited }) => ({
        text: title || url,
        note: timesCited(cited),
        url: to(`/pages/${document_id}`),
      })),
    },
    {
      title: 'Pages where readers ask most',
      all: { text: 'Analytics', url: to('/analytics?days=7') },
      entries: section.pages.map(({ page_url, questions }) => ({
        text: page_url,
        note: questionCount(questions),
        url: to(`/questions?page=${encodeURIComponent(page_url)}`),
      })),
    },
  ]
  return lists.filter(({ entries }) => entries.length > 0)
}
