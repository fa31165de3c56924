import { pageUrl } from '../shared/page-url.ts'
import { pageFilter } from '../shared/page-filter.ts'
import { ofError } from './failure.ts'
import type { Store } from './store.ts'

/** What the panel asks for when it opens first. Without it the panel still works. */
export async function configure(store: Store): Promise<void> {
  const { client, config, starters, options } = store
  const fetchConfig = async () => {
    if (config.value) return
    config.value = await client.widgetConfig()
  }
  const fetchStarters = async () => {
    if (options.value.mode === 'search-only') return
    const { starterQuestions: own, filter: given } = options.value
    const { default_filter: filter } = pageFilter(given, location.pathname)
    const { questions, about_page = 0 } = own
      ? { questions: own }
      : await client.suggestedQuestions({ ...pageUrl(), ...(filter ? { filter } : {}) })
    if (about_page > 0) await store.loadMore()
    // Others are offered where there is none about the page.
    starters.value = questions.slice(0, about_page || undefined)
    store.hasPageStarters.value = about_page > 0
  }
  const results = await Promise.allSettled([fetchConfig(), fetchStarters()])
  const refused = results.find((result) => result.status === 'rejected')
  if (refused) warnOwner(store, ofError(refused.reason).code)
}

/** For whoever looks after the page. Readers see a notice once they ask. */
export function warnOwner({ options, context }: Store, code: string): void {
  context.emit('error', { code })
  // oxlint-disable-next-line no-console -- the browser's console is where page owners look
  console.warn(`Footnote: ${code}. See ${options.value.baseUrl}/docs/errors/${code}`)
}
