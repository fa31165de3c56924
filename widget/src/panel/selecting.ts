import { signal } from '@preact/signals'
import type { FunctionComponent } from 'preact'
import type { Store } from './store.ts'

/** What the next question is about, above the composer. */
export const selectedView = signal<FunctionComponent | null>(null)

/** Offers to ask about what is selected on the page. What that takes is fetched with the first selection. */
export function createSelecting(store: Store, open: () => void) {
  let quote: Promise<() => void> | undefined
  const load = async () => {
    await store.loadMore()
    const { SelectedText, startSelecting } = await import('../selection/main.tsx')
    selectedView.value = SelectedText
    return startSelecting(store, open)
  }
  const look = () => {
    if (!getSelection()?.isCollapsed) quote ??= load()
  }
  document.addEventListener('selectionchange', look)
  look()
  return {
    /** Puts what is selected above the composer. */
    quote: () => void quote?.then((now) => now()),
    stop: () => document.removeEventListener('selectionchange', look),
  }
}
