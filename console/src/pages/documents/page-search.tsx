import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useDeferredValue, useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { TextField } from '../../ui/field.tsx'

const SHOWN = 5

export type FoundPage = { id: string | null; url: string; title: string }

type PageSearchProps = {
  label: string
  hint: ReactNode
  placeholder: string
  listLabel: string
  /** Addresses that are chosen already. */
  chosen: readonly string[]
  /** The title of an address that no page has yet. Without it only pages are found. */
  otherAddress?: string
  onPick: (page: FoundPage) => void
}

/** Pages found by title or address, to choose from. */
export function PageSearch({ chosen, otherAddress, onPick, ...texts }: PageSearchProps) {
  const { knowledgeBaseId } = useScope()
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const { data } = useQuery({
    queryKey: knowledgeBaseKey(knowledgeBaseId, 'documents', 'pick', q),
    queryFn: ({ signal }) =>
      admin().documents.list(knowledgeBaseId, { q, limit: SHOWN }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const found: readonly FoundPage[] = q === '' ? [] : (data?.documents ?? [])
  const isOther =
    otherAddress !== undefined && /^https?:\/\/./.test(q) && !found.some(({ url }) => url === q)
  const choices = [
    ...found,
    ...(isOther ? [{ id: null, url: q, title: otherAddress }] : []),
  ].filter(({ url }) => !chosen.includes(url))
  const pick = (page: FoundPage) => {
    onPick(page)
    setText('')
  }
  return (
    <>
      <TextField
        label={texts.label}
        hint={texts.hint}
        value={text}
        onValue={setText}
        placeholder={texts.placeholder}
        // Enter would send the form.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (choices[0]) pick(choices[0])
        }}
      />
      {choices.length > 0 && (
        <ul className="rounded-control border border-line" aria-label={texts.listLabel}>
          {choices.map((page) => (
            <li key={page.url} className="border-t border-line first:border-t-0">
              <button
                type="button"
                className="w-full px-2.5 py-1.5 text-start hover:bg-sunken"
                onClick={() => pick(page)}
              >
                <span dir="auto">{page.title}</span>{' '}
                <span className="text-xs [overflow-wrap:anywhere] text-ink-3">{page.url}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
