import type { ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../texts.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

type DialogProps = {
  title: string
  onClose: () => void
  children: ReactNode
  isWide?: boolean
  /** Along the side of the page, for what is read one after the other. */
  isSheet?: boolean
  /** Focus goes to its first field; otherwise to its first control. */
  beginsInField?: boolean
}

const SHEET = 'my-0 ms-auto me-0 h-dvh max-h-none w-full max-w-2xl border-s'
const FIELD = 'form :is(input, select, textarea):not(:disabled)'

/**
 * The browser's own modal dialog: it keeps focus inside, closes on Esc, and needs no style that the
 * content security policy would refuse. It stands at the end of the page, so that a form in it is in no
 * other form, where the browser would not submit it.
 */
export function Dialog({
  title,
  onClose,
  children,
  isWide = false,
  isSheet = false,
  beginsInField = false,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const opener = document.activeElement
    ref.current?.showModal()
    if (beginsInField) ref.current?.querySelector<HTMLElement>(FIELD)?.focus()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [beginsInField])
  return createPortal(
    <dialog
      ref={ref}
      aria-labelledby={id}
      onClose={onClose}
      // React passes it on to the component that opened the dialog, which may have a form of its own.
      onSubmit={(event) => event.stopPropagation()}
      className={`border-line bg-surface p-0 shadow-panel ${isSheet ? SHEET : `w-[calc(100%-2rem)] rounded-panel border ${isWide ? 'max-w-2xl' : 'max-w-md'}`}`}
    >
      <header className="flex items-start justify-between gap-4 px-5 pt-4">
        <h2 id={id} className="font-serif text-[1.125rem]/6 font-semibold">
          {title}
        </h2>
        <button
          type="button"
          aria-label={t.common.close}
          className="-mt-1 -mr-2 grid size-8 place-items-center rounded-control text-ink-2 hover:bg-sunken"
          onClick={() => ref.current?.close()}
        >
          <Icon name="close" />
        </button>
      </header>
      <div className="px-5 pt-3 pb-5">{children}</div>
    </dialog>,
    document.body,
  )
}

/** Cancel, and what the dialog is for. */
export const DialogActions = ({
  children,
  onCancel,
}: {
  children: ReactNode
  onCancel: () => void
}) => (
  <div className="mt-5 flex flex-wrap justify-end gap-2">
    <Button onClick={onCancel}>{t.common.cancel}</Button>
    {children}
  </div>
)
