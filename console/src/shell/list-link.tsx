import { Link } from '@tanstack/react-router'
import { useScope } from './knowledge-base.ts'

type List = 'channels' | 'pages' | 'sources' | 'webhooks' | 'widgets'

/** From one thing back to the list that it is in. */
export const ListLink = ({ list, title }: { list: List; title: string }) => (
  <Link
    to={`/w/$workspaceId/kb/$knowledgeBaseId/${list}`}
    params={useScope()}
    className="text-ink-2 hover:underline"
  >
    {title}
  </Link>
)
