import type { Citation } from '@footnote/client'
import { signal } from '@preact/signals'

export type Shown = { readonly citation: Citation; readonly chip: HTMLElement }
export type PreviewState = ReturnType<typeof createPreview>

/** Long enough to move from the marker onto the card. */
const LEAVE_MS = 200

/** Which citation's card is open. */
export function createPreview() {
  const shown = signal<Shown | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    shown,
    show(next: Shown, delayMs: number) {
      clearTimeout(timer)
      timer = setTimeout(() => (shown.value = next), delayMs)
    },
    hideSoon() {
      clearTimeout(timer)
      timer = setTimeout(() => (shown.value = null), LEAVE_MS)
    },
    stay: () => clearTimeout(timer),
    hide() {
      clearTimeout(timer)
      shown.value = null
    },
  }
}
