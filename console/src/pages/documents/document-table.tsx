import type { Document } from '@footnote/client/admin'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useScope } from '../../shell/knowledge-base.ts'
import { formatAge, formatNumber } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import { CheckTd, CheckTh, SortTh, Table, Td, Th } from '../../ui/table.tsx'
import { labelText } from '../../ui/label-text.ts'
import { t } from './texts.ts'
import type { Selection } from './use-selection.ts'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/pages'
const TONES = { pending: 'neutral', indexed: 'ok', failed: 'bad' } as const

type DocumentTableProps = { documents: readonly Document[]; selection: Selection }

export function DocumentTable({ documents, selection }: DocumentTableProps) {
  const scope = useScope()
  const ids = documents.map(({ id }) => id)
  const chosen = ids.filter(selection.has).length
  return (
    <Table label={t.pages.title}>
      <thead>
        <tr>
          <CheckTh
            label={t.pages.selectShown}
            isOn={chosen === ids.length}
            isPartly={chosen > 0 && chosen < ids.length}
            onChange={(isOn) => selection.toggle(ids, isOn)}
          />
          <Sortable by="title" first="title">
            {t.pages.page}
          </Sortable>
          <Th className="max-sm:pr-4">{t.pages.state}</Th>
          <Sortable by="passages" first="-passages" isNumber className="hidden sm:table-cell">
            {t.pages.passages}
          </Sortable>
          <Th className="hidden md:table-cell">{t.pages.visibility}</Th>
          <Sortable by="indexed_at" first="-indexed_at" isNumber className="hidden sm:table-cell">
            {t.pages.indexedAt}
          </Sortable>
        </tr>
      </thead>
      <tbody>
        {documents.map((one) => (
          <tr key={one.id} className={selection.has(one.id) ? 'bg-sunken' : ''}>
            <CheckTd
              label={t.pages.select(one.title)}
              isOn={selection.has(one.id)}
              onChange={(isOn) => selection.toggle([one.id], isOn)}
            />
            <Td className="[overflow-wrap:anywhere]">
              <Link
                to={`${ROUTE}/$documentId`}
                params={{ ...scope, documentId: one.id }}
                className="font-[550] hover:underline"
              >
                {one.title}
              </Link>
              <Address url={one.url} />
              <p className="text-xs text-ink-2">{labelText(one.labels)}</p>
              {one.state_reason !== null && (
                <p className="text-xs text-danger">{one.state_reason}</p>
              )}
            </Td>
            <Td className="max-sm:pr-4">
              <Pill tone={TONES[one.state]}>{t.pages.states[one.state]}</Pill>
            </Td>
            <Td isNumber className="hidden sm:table-cell">
              {formatNumber(one.passages)}
            </Td>
            <Td className="hidden whitespace-nowrap md:table-cell">
              {t.pages.visibilities[one.visibility]}
            </Td>
            <Td isNumber className="hidden whitespace-nowrap text-ink-3 sm:table-cell">
              {one.indexed_at === null ? '–' : formatAge(one.indexed_at)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** On a phone without its scheme, so that most fit a line. */
function Address({ url }: { url: string }) {
  const rest = url.replace(/^\w+:\/\//, '')
  return (
    <p className="text-xs text-ink-3">
      <span className="max-sm:hidden">{url.slice(0, url.length - rest.length)}</span>
      {rest}
    </p>
  )
}

type Field = 'title' | 'passages' | 'indexed_at'
type SortableProps = {
  by: Field
  /** What the first click asks for. */
  first: Field | `-${Field}`
  isNumber?: boolean
  className?: string
  children: string
}

/** A column that the server sorts by. The order is in the address. */
function Sortable({ by, first, children, ...cell }: SortableProps) {
  const scope = useScope()
  const navigate = useNavigate()
  const search = useSearch({ from: ROUTE })
  const isUp = search.sort === by
  const isDown = search.sort === `-${by}`
  const other = isUp ? (`-${by}` as const) : by
  const sort = isUp || isDown ? other : first
  return (
    <SortTh
      {...cell}
      order={isUp ? 'ascending' : isDown ? 'descending' : 'none'}
      onSort={() =>
        void navigate({ to: ROUTE, params: scope, search: { ...search, sort }, replace: true })
      }
    >
      {children}
    </SortTh>
  )
}
