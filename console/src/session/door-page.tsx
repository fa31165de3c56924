import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { Wordmark } from '../ui/mark.tsx'

type DoorPageProps = { title: string; lead: string; children: ReactNode }

/** What somebody sees who is not in yet: one card in the middle. */
export function DoorPage({ title, lead, children }: DoorPageProps) {
  useEffect(() => {
    document.title = `${title} · Footnote`
  }, [title])
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-6 px-4 py-12">
      <Wordmark />
      <section className="rounded-panel border border-line bg-surface p-6">
        <h1 className="mb-1 font-serif text-[1.375rem]/7 font-semibold tracking-tight">{title}</h1>
        <p className="mb-5 text-ink-2">{lead}</p>
        {children}
      </section>
    </main>
  )
}
