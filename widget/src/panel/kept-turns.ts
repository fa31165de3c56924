import type { Turn } from './turn.ts'
import { isBusy } from './turn.ts'

/** Browsers give a site about 5 MB; this leaves it to the page. */
const MAX_CHARACTERS = 200_000

/** The conversation of this tab, over reloads and from page to page. */
export function createKeeper(key: string) {
  return {
    /** Without what was refused: the key, the widget or the limit may be another by now. */
    read(): Turn[] {
      try {
        const turns: Turn[] = JSON.parse(sessionStorage.getItem(key) ?? '[]')
        return turns
          .filter(({ failure }) => failure?.kind !== 'blocked' && failure?.kind !== 'wait')
          .map((turn) => (isBusy(turn) ? { ...turn, status: 'interrupted' } : turn))
      } catch {
        return []
      }
    },
    write(turns: readonly Turn[]): void {
      try {
        // Without a thread id nothing is stored on the server, and so nothing is kept here either.
        const isKept = !turns.some(({ status, threadId }) => status === 'answered' && !threadId)
        let kept = isKept ? [...turns] : []
        while (kept.length > 0 && JSON.stringify(kept).length > MAX_CHARACTERS) kept = kept.slice(1)
        if (kept.length === 0) sessionStorage.removeItem(key)
        else sessionStorage.setItem(key, JSON.stringify(kept))
      } catch {
        // Storage may be full or forbidden; then the conversation lives as long as the page.
      }
    },
  }
}
