import type { KeyboardEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { t } from '../texts.ts'
import { usePaletteItems } from './palette-items.ts'

/** ⌘K: a combobox over everything that can be gone to or done. */
export function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const items = usePaletteItems(typed)
  const id = useId()
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])
  const run = (at: number) => {
    dialog.current?.close()
    items[at]?.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setChosen(Math.min(chosen + 1, items.length - 1))
    else if (event.key === 'ArrowUp') setChosen(Math.max(chosen - 1, 0))
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(chosen)
    else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      aria-label={t.palette.title}
      onClose={onClose}
      onClick={(event) => {
        // The backdrop is the dialog itself.
        if (event.target === dialog.current) dialog.current.close()
      }}
      className="mt-[10vh] w-[calc(100%-2rem)] max-w-xl rounded-panel border border-line bg-surface p-0 shadow-panel"
    >
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={items.length > 0 ? `${id}-${chosen}` : undefined}
        aria-label={t.palette.title}
        placeholder={t.palette.placeholder}
        autoComplete="off"
        value={typed}
        className="w-full border-b border-line bg-surface px-4 py-3 text-base outline-none placeholder:text-ink-3"
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setChosen(0)
        }}
      />
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={t.palette.title}
        className="max-h-[min(60vh,26rem)] overflow-y-auto p-1.5"
      >
        {items.map((item, at) => (
          // The input handles keys for the whole list.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={`${item.group} ${item.text} ${item.hint ?? ''}`}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === chosen}
            onClick={() => run(at)}
            onPointerMove={() => setChosen(at)}
            className={`flex min-h-8 cursor-pointer items-center justify-between gap-3 rounded-[7px] px-2.5 py-1 ${at === chosen ? 'bg-tint text-accent' : ''}`}
          >
            <span className="min-w-0">
              {item.text}
              {item.hint !== undefined && (
                <span className="block truncate text-xs text-ink-3">{item.hint}</span>
              )}
            </span>
            <span className="flex-none text-xs text-ink-3">{item.group}</span>
          </li>
        ))}
      </ul>
      {items.length === 0 && <p className="px-4 pb-4 text-ink-3">{t.palette.nothing}</p>}
    </dialog>
  )
}
