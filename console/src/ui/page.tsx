import type { ReactNode } from 'react'
import { useContext, useEffect, useRef } from 'react'
import { t } from '../texts.ts'
import { PaletteOpener } from './palette-opener.ts'

let firstPath: string | undefined
let hasLeftFirstPath = false

type PageProps = {
  title: string
  actions?: ReactNode
  above?: ReactNode
  /** Below the title, such as why nothing can be changed. */
  notice?: ReactNode
  children: ReactNode
}

/** A page's frame. Its heading takes focus when one page replaces another, so that it is read out. */
export function Page({ title, actions, above, notice, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Footnote`
  }, [title])
  useEffect(() => {
    // The first page leaves focus at the top, where Tab reaches the link that skips the navigation.
    firstPath ??= location.pathname
    hasLeftFirstPath ||= location.pathname !== firstPath
    if (hasLeftFirstPath) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-wrap items-center gap-2">
        <div className="mr-auto min-w-0">
          {above}
          <h1
            ref={heading}
            tabIndex={-1}
            className="font-serif text-[1.625rem]/8 font-semibold tracking-[-.01em]"
          >
            {title}
          </h1>
        </div>
        {actions !== undefined && (
          <div className="flex max-w-full flex-none flex-wrap items-center gap-2">{actions}</div>
        )}
        <SearchButton />
      </header>
      {notice}
      {children}
    </div>
  )
}

/** As this computer's keyboard names them. */
const PALETTE_KEYS = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K'

function SearchButton() {
  const open = useContext(PaletteOpener)
  if (!open) return null
  return (
    <button
      type="button"
      onClick={open}
      className="hidden min-h-8 items-center gap-3 rounded-control border border-edge bg-surface px-3 text-ink-3 hover:bg-sunken lg:inline-flex"
    >
      {t.nav.search}
      <kbd className="rounded border border-line px-1.5 font-sans text-[0.6875rem]/4">
        {PALETTE_KEYS}
      </kbd>
    </button>
  )
}
