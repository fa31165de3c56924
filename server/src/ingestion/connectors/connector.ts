/** Where the pages of a source come from. One file a kind; a sync knows nothing else of them. */
export type Connector = {
  /**
   * The pages to begin with, in batches. It ends when the listing is whole and throws when it is not:
   * an incomplete listing must never pass for deleted pages.
   */
  list(signal: AbortSignal): AsyncIterable<readonly FoundPage[]>
  /** One page, and the pages that it leads to. Throws what may pass, such as a time-out. */
  fetch(page: KnownPage, signal: AbortSignal): Promise<FetchOutcome>
  close(): Promise<void>
}

export type FoundPage = {
  /** The same for the same page in every sync: a URL without its fragment, a path in a repository. */
  key: string
  /** Where the source knows it exactly, as a blob id. A page of the same version is not fetched again. */
  version: string | null
}

export type KnownPage = FoundPage & {
  /** Of the content that was fetched last. */
  validators: Validators | null
}

/** For a conditional request. */
export type Validators = { etag: string | null; lastModified: string | null }

export type FetchOutcome =
  | { kind: 'fetched'; page: FetchedPage; found: readonly FoundPage[] }
  /** 304. The pages that it led to when it was fetched are still what it leads to. */
  | { kind: 'unchanged' }
  /** The page has moved within the source, to one of those found. */
  | { kind: 'moved'; to: FoundPage }
  | { kind: 'gone'; reason: string }
  /** Not for the index, with the reason in words for the operator. */
  | { kind: 'skipped'; reason: string; found: readonly FoundPage[] }

export type FetchedPage = {
  /** What readers are shown: the canonical address. */
  url: string
  /** Where the source knows one better than the content. */
  title: string | null
  content: string | Uint8Array
  contentType: string
  publishedAt: Date | null
  validators: Validators | null
}

/** Why a page or a listing cannot be had, in words for the operator. Another try would not help. */
export class SourceError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'SourceError'
  }
}
