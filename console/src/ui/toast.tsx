import { useSyncExternalStore } from 'react'
import { t } from '../texts.ts'

const SHOWN_MS = 5_000
/** Long enough to read it and to reach the button. */
const WITH_UNDO_MS = 10_000

type Toast = { id: number; text: string; onUndo: (() => void) | undefined }

let current: Toast | null = null
let lastId = 0
const listeners = new Set<() => void>()

const show = (next: Toast | null): void => {
  current = next
  for (const listener of listeners) listener()
}

export function toast(text: string, onUndo?: () => void): void {
  lastId += 1
  const id = lastId
  show({ id, text, onUndo })
  setTimeout(
    () => {
      if (current?.id === id) show(null)
    },
    onUndo ? WITH_UNDO_MS : SHOWN_MS,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => current)
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-50 grid justify-center px-4"
    >
      {shown && (
        <p className="flex items-baseline gap-4 rounded-control bg-ink px-4 py-2 text-paper shadow-panel">
          <span>{shown.text}</span>
          {shown.onUndo && (
            <button
              type="button"
              className="pointer-events-auto min-h-6 font-semibold underline underline-offset-3"
              onClick={() => {
                show(null)
                shown.onUndo?.()
              }}
            >
              {t.common.undo}
            </button>
          )}
        </p>
      )}
    </div>
  )
}
