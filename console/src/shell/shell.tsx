import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { t } from '../texts.ts'
import { Icon } from '../ui/icon.tsx'
import { Wordmark } from '../ui/mark.tsx'
import { PaletteOpener } from '../ui/palette-opener.ts'
import { PortalContainer } from '../ui/portal.ts'
import { Navigation } from './navigation.tsx'
import { useShortcuts } from './shortcuts.ts'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(() => loadPalette().then((file) => ({ default: file.Palette })))
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((file) => ({ default: file.ShortcutsDialog })),
)

/** Navigation, command palette, and the page. */
export function Shell() {
  const [isPaletteOpen, setIsPaletteOpen] = useState(false)
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  useShortcuts(() => setIsHelpOpen(true))
  const openPalette = useCallback(() => setIsPaletteOpen(true), [])
  const { pathname } = useLocation()
  useEffect(() => setIsDrawerOpen(false), [pathname])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Whoever presses one of them may press K next, and type at once.
      if (event.key === 'Meta' || event.key === 'Control') void loadPalette()
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setIsPaletteOpen(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[232px_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-surface focus:px-3 focus:py-2"
      >
        {t.common.skip}
      </a>
      <aside className="hidden border-r border-line lg:block">
        <div className="sticky top-0 h-dvh overflow-y-auto">
          <Navigation />
        </div>
      </aside>
      <div className="min-w-0">
        <header className="flex items-center gap-2 border-b border-line px-4 py-2 lg:hidden">
          <IconButton label={t.nav.open} icon="menu" onClick={() => setIsDrawerOpen(true)} />
          <Wordmark />
          <span className="ml-auto">
            <IconButton label={t.palette.title} icon="search" onClick={openPalette} />
          </span>
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto max-w-[1344px] px-4 py-6 outline-none sm:px-8"
        >
          <PaletteOpener value={openPalette}>
            <Outlet />
          </PaletteOpener>
        </main>
      </div>
      {isDrawerOpen && <Drawer onClose={() => setIsDrawerOpen(false)} />}
      <Suspense>
        {isHelpOpen && <ShortcutsDialog onClose={() => setIsHelpOpen(false)} />}
        {isPaletteOpen && <Palette onClose={() => setIsPaletteOpen(false)} />}
      </Suspense>
    </div>
  )
}

type IconButtonProps = { label: string; icon: 'menu' | 'search' | 'close'; onClick: () => void }

const IconButton = ({ label, icon, onClick }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    onClick={onClick}
    className="grid size-9 place-items-center rounded-control text-ink-2 hover:bg-sunken"
  >
    <Icon name={icon} size={20} />
  </button>
)

/** The navigation below 1024 px, over the page. */
function Drawer({ onClose }: { onClose: () => void }) {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
  useEffect(() => {
    const opener = document.activeElement
    dialog?.showModal()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [dialog])
  return (
    <dialog
      ref={setDialog}
      aria-label={t.nav.label}
      onClose={onClose}
      className="m-0 h-dvh max-h-none w-[min(280px,85vw)] max-w-none border-r border-line bg-paper p-0"
    >
      <div className="absolute top-2 right-2">
        <IconButton label={t.nav.close} icon="close" onClick={() => dialog?.close()} />
      </div>
      <PortalContainer value={dialog}>
        <Navigation />
      </PortalContainer>
    </dialog>
  )
}
