import type {
  Connector,
  FetchOutcome,
  FoundPage,
  KnownPage,
} from '../../server/src/connectors/connector.ts'

export type ScriptedPage = {
  content: string
  url?: string
  title?: string
  version?: string
  containers?: string[]
  contentType?: string
  /** Not listed, only led to by others. */
  hidden?: boolean
  links?: string[]
  etag?: string
}

/** A source in memory: what a test puts into `pages` is what it has. */
export type ScriptedSource = Connector & {
  pages: Map<string, ScriptedPage>
  /** What the next fetches of a key meet, one each, before the page itself. */
  script(key: string, ...steps: (Error | FetchOutcome | (() => Promise<void>))[]): void
  /** The listing throws this. */
  failListing(error: Error | undefined): void
  fetched: KnownPage[]
}

export function createScriptedSource(pages: Record<string, ScriptedPage> = {}): ScriptedSource {
  const stored = new Map(Object.entries(pages))
  const steps = new Map<string, (Error | FetchOutcome | (() => Promise<void>))[]>()
  const fetched: KnownPage[] = []
  let listingError: Error | undefined
  const found = (key: string): FoundPage => {
    const { version = null, containers } = stored.get(key) ?? {}
    return { key, version, containers }
  }

  async function fetch(known: KnownPage): Promise<FetchOutcome> {
    fetched.push(known)
    const { key, validators } = known
    const step = steps.get(key)?.shift()
    if (step instanceof Error) throw step
    if (typeof step === 'function') await step()
    else if (step) return step
    const page = stored.get(key)
    if (!page) return { kind: 'gone', reason: 'It answered 404.' }
    if (page.etag !== undefined && page.etag === validators?.etag) return { kind: 'unchanged' }
    return {
      kind: 'fetched',
      found: (page.links ?? []).map(found),
      page: {
        url: page.url ?? `https://docs.example.com${key}`,
        title: page.title ?? null,
        content: page.content,
        contentType: page.contentType ?? 'text/markdown',
        publishedAt: null,
        validators: { etag: page.etag ?? null, lastModified: null },
      },
    }
  }

  return {
    pages: stored,
    fetched,
    script: (key, ...next) => void steps.set(key, [...(steps.get(key) ?? []), ...next]),
    failListing: (error) => void (listingError = error),
    async *list() {
      yield [...stored].filter(([, page]) => !page.hidden).map(([key]) => found(key))
      if (listingError) throw listingError
    },
    fetch,
    close: async () => {},
  }
}
