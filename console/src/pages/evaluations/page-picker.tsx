import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Icon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/field.tsx'
import { t } from './texts.ts'

const SHOWN = 5

type PagePickerProps = { urls: readonly string[]; onUrls: (urls: readonly string[]) => void }

/** Pages found by title or address. One that is not there yet can be named by its address. */
export function PagePicker({ urls, onUrls }: PagePickerProps) {
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
  const found = q === '' ? [] : (data?.documents ?? [])
  const isAddress = /^https?:\/\/./.test(q) && !found.some(({ url }) => url === q)
  const choices = [
    ...found.map(({ url, title }) => ({ url, title })),
    ...(isAddress ? [{ url: q, title: t.evaluations.thisAddress }] : []),
  ].filter(({ url }) => !urls.includes(url))
  const add = (url: string) => {
    onUrls([...urls, url])
    setText('')
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <TextField
        label={t.evaluations.pages}
        hint={t.evaluations.pagesHint}
        value={text}
        onValue={setText}
        placeholder={t.evaluations.findPage}
        // Enter would send the form.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (choices[0]) add(choices[0].url)
        }}
      />
      {choices.length > 0 && (
        <ul className="rounded-control border border-line" aria-label={t.evaluations.foundPages}>
          {choices.map(({ url, title }) => (
            <li key={url} className="border-t border-line first:border-t-0">
              <button
                type="button"
                className="w-full px-2.5 py-1.5 text-start hover:bg-sunken"
                onClick={() => add(url)}
              >
                <span dir="auto">{title}</span>{' '}
                <span className="text-xs [overflow-wrap:anywhere] text-ink-3">{url}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {urls.length > 0 && (
        <ul className="flex flex-col gap-1">
          {urls.map((url) => (
            <li key={url} className="flex items-center gap-2 text-sm">
              <span className="min-w-0 [overflow-wrap:anywhere]">{url}</span>
              <button
                type="button"
                aria-label={t.evaluations.removePage(url)}
                className="grid size-6 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-sunken"
                onClick={() => onUrls(urls.filter((one) => one !== url))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
