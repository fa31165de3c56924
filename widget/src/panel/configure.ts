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
    starters.value = own ?? (await client.suggestedQuestions(filter ? { filter } : {})).questions
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
