import type { Connector, FetchOutcome, FoundPage } from '../connector.ts'

/** What a sync does with a connector: the listing, then each page once and what it leads to. */
export async function crawl(connector: Connector): Promise<Map<string, FetchOutcome>> {
  const { signal } = new AbortController()
  const outcomes = new Map<string, FetchOutcome>()
  const queue: FoundPage[] = []
  for await (const batch of connector.list(signal)) queue.push(...batch)
  for (let page = queue.shift(); page; page = queue.shift()) {
    if (outcomes.has(page.key)) continue
    const outcome = await connector.fetch({ ...page, validators: null }, signal)
    outcomes.set(page.key, outcome)
    if ('found' in outcome) queue.push(...outcome.found)
    if (outcome.kind === 'moved') queue.push(outcome.to)
  }
  return outcomes
}

export async function listAll(connector: Connector): Promise<FoundPage[]> {
  const found: FoundPage[] = []
  for await (const batch of connector.list(new AbortController().signal)) found.push(...batch)
  return found
}
