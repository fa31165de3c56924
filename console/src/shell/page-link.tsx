import { Link } from '@tanstack/react-router'
import { useScope } from './knowledge-base.ts'

/** The name of a page in its source, which leads to its document if it became one. */
export function PageLink({ page }: { page: { key: string; document_id: string | null } }) {
  const scope = useScope()
  if (page.document_id === null) return page.key
  return (
    <Link
      to="/w/$workspaceId/kb/$knowledgeBaseId/pages/$documentId"
      params={{ ...scope, documentId: page.document_id }}
      className="hover:underline"
    >
      {page.key}
    </Link>
  )
}
