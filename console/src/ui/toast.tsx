import { useSyncExternalStore } from 'react'

const SHOWN_MS = 5_000

let current: { id: number; text: string } | null = null
let lastId = 0
const listeners = new Set<() => void>()

export function toast(text: string): void {
  lastId += 1
  const id = lastId
  current = { id, text }
  for (const listener of listeners) listener()
  setTimeout(() => {
    if (current?.id !== id) return
    current = null
    for (const listener of listeners) listener()
  }, SHOWN_MS)
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
        <p className="rounded-control bg-ink px-4 py-2 text-paper shadow-panel">{shown.text}</p>
      )}
    </div>
  )
}
