import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { t } from '../texts.ts'
import { ErrorNotice } from './error-notice.tsx'

type QueryViewProps<Data> = {
  query: UseQueryResult<Data>
  /** As many lines as the data will roughly take. */
  lines?: number
  children: (data: Data) => ReactNode
}

/** What a query has: its data, even while it is fetched again; else its error; else a skeleton. */
export function QueryView<Data>({ query, lines = 3, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (query.isError) {
    return (
      <div className="p-4">
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
      </div>
    )
  }
  return <Skeleton lines={lines} />
}

const SHOWN_AFTER_MS = 150

export function Skeleton({ lines = 3 }: { lines?: number }) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" className="flex flex-col gap-2 p-4">
      <span className="sr-only">{t.common.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={`h-5 rounded-chip ${isShown ? 'bg-sunken' : ''}`} />
      ))}
    </div>
  )
}

type EmptyProps = { title: string; reason: string; action?: ReactNode }

/** Why there is nothing, and the one thing to do about it. */
export const Empty = ({ title, reason, action }: EmptyProps) => (
  <div className="mx-auto flex max-w-md flex-col items-center gap-1 px-4 py-10 text-center">
    <div className="mb-3 h-0.5 w-14 bg-ink" />
    <p className="text-base font-semibold">{title}</p>
    <p className="text-ink-2">{reason}</p>
    {action !== undefined && <div className="mt-4">{action}</div>}
  </div>
)
