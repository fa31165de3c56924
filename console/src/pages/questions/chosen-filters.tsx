import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { documentQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Icon } from '../../ui/icon.tsx'
import type { QuestionFilter } from './question-query.ts'
import { t } from './texts.ts'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/questions'

/** What a link has chosen and no field shows: the page they were asked on, the page they cite. */
export function ChosenFilters() {
  const { open: _, ...filters } = useSearch({ from: ROUTE })
  const { page, document } = filters
  if (page === undefined && document === undefined) return null
  return (
    <ul aria-label={t.questions.chosen} className="flex flex-wrap gap-2">
      {page !== undefined && (
        <Chip text={t.questions.onPage(page)} rest={{ ...filters, page: undefined }} />
      )}
      {document !== undefined && (
        <Cited documentId={document} rest={{ ...filters, document: undefined }} />
      )}
    </ul>
  )
}

type Rest = { rest: QuestionFilter }

function Cited({ documentId, rest }: Rest & { documentId: string }) {
  const { data } = useQuery(documentQuery(useScope().knowledgeBaseId, documentId))
  return <Chip text={t.questions.citing(data ? data.title || data.url : '…')} rest={rest} />
}

/** A filter, and the way out of it. */
const Chip = ({ text, rest }: Rest & { text: string }) => (
  <li className="flex max-w-full items-center gap-1 rounded-full border border-edge bg-surface ps-3 pe-1">
    <span className="min-w-0 truncate" title={text}>
      {text}
    </span>
    <Link
      to={ROUTE}
      params={useScope()}
      search={rest}
      aria-label={t.questions.without(text)}
      className="grid size-6 flex-none place-items-center rounded-full text-ink-2 hover:bg-sunken"
    >
      <Icon name="close" size={14} />
    </Link>
  </li>
)
