import { Link } from '@tanstack/react-router'
import { useScope } from './knowledge-base.ts'

type Page = { key: string; title: string | null; document_id: string | null }

/** Where a page has no address in its source, its key is an id such as `article:12`. */
const ID = /^[a-z]+:[^/]/

/** The name of a page in its source, which leads to its document, or to itself if it became none. */
export function PageLink({ page }: { page: Page }) {
  const scope = useScope()
  const name = ID.test(page.key) ? (page.title ?? page.key) : page.key
  if (page.document_id === null) {
    // What could not be read is looked at where it is.
    if (!/^https?:/.test(page.key)) return name
    return (
      <a href={page.key} target="_blank" rel="noreferrer" className="hover:underline">
        {name}
      </a>
    )
  }
  return (
    <Link
      to="/w/$workspaceId/kb/$knowledgeBaseId/pages/$documentId"
      params={{ ...scope, documentId: page.document_id }}
      className="hover:underline"
    >
      {name}
    </Link>
  )
}
