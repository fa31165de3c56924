import type { SearchResult } from '@footnote/client'
import { signal } from '@preact/signals'
import { pageFilter } from '../shared/page-filter.ts'
import type { Store } from './store.ts'

const MIN_CHARACTERS = 2
/** After the last key. A key that needs a CAPTCHA token pays for each search. */
const PAUSE_MS = 150
const PAUSE_WITH_CAPTCHA_MS = 400
const MAX_RESULTS = 8

export type SearchState = ReturnType<typeof createSearch>

/** What the reader typed in the search, and what came back for it. */
export function createSearch(store: Store) {
  const results = signal<readonly SearchResult[]>([])
  /** The query as it was searched for, if words of it were mistyped. */
  const searchedFor = signal<string | null>(null)
  const status = signal<'idle' | 'searching' | 'done' | 'failed'>('idle')
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | undefined

  async function search(query: string): Promise<void> {
    const controller = new AbortController()
    running = controller
    try {
      const { widgetId, groupIds, filter } = store.options.value
      const body = {
        query,
        limit: MAX_RESULTS,
        ...(groupIds.length > 0 ? { group_ids: [...groupIds] } : {}),
        ...pageFilter(filter, location.pathname),
        ...(widgetId ? { widget_id: widgetId } : {}),
      }
      const found = await store.client.search(body, { signal: controller.signal })
      if (controller.signal.aborted) return
      results.value = found.results
      searchedFor.value = found.searched_for ?? null
      status.value = 'done'
    } catch {
      if (!controller.signal.aborted) status.value = 'failed'
    }
  }

  return {
    results,
    searchedFor,
    status,
    type(text: string) {
      clearTimeout(timer)
      running?.abort()
      const query = text.trim()
      if (query.length < MIN_CHARACTERS) {
        results.value = []
        searchedFor.value = null
        status.value = 'idle'
        return
      }
      status.value = 'searching'
      const pauseMs = store.config.value?.captcha_required ? PAUSE_WITH_CAPTCHA_MS : PAUSE_MS
      timer = setTimeout(() => void search(query), pauseMs)
    },
  }
}
