/** Where the pages of a source come from. A sync knows nothing else about the kind of source. */
export type Connector = {
  /**
   * The pages to start with, in batches. It ends when the listing is complete and throws when it is
   * not: pages missing from an incomplete listing must not be taken for deleted.
   */
  list(signal: AbortSignal): AsyncIterable<readonly FoundPage[]>
  /** One page, and the pages it links to. Throws on transient errors, such as a timeout. */
  fetch(page: KnownPage, signal: AbortSignal): Promise<FetchOutcome>
  close(): Promise<void>
}

/** A connector to the API of another product. */
export type ApiConnector = Connector & {
  /** Throws a SourceError if it cannot read the source. Returns what it can read, such as `3 spaces`. */
  check(signal: AbortSignal): Promise<string>
}

export type FoundPage = {
  /**
   * The same for the same page in every sync: a URL without its fragment, a path in a repository, or an id
   * with what it is of, such as `article:12`.
   */
  key: string
  /** If the source knows it exactly, such as a blob id. The same version is not fetched again. */
  version: string | null
  /** What it is in, for rules: a kind and a name, such as `space:DOCS` or `folder:/handbook`. */
  containers?: readonly string[] | undefined
  /** If the listing has the whole page: then it is not fetched. */
  listed?: ListedPage
}

/** What a listing says of a page. It leads to no other. */
export type ListedPage =
  | { kind: 'fetched'; page: FetchedPage }
  | { kind: 'skipped'; reason: string }

export type KnownPage = FoundPage & {
  /** Validators of the content that was fetched last. */
  validators: Validators | null
}

/** For a conditional request. */
export type Validators = { etag: string | null; lastModified: string | null }

export type FetchOutcome =
  | { kind: 'fetched'; page: FetchedPage; found: readonly FoundPage[] }
  /** 304. It still links to the pages it linked to when it was fetched. */
  | { kind: 'unchanged' }
  /** The page has moved within the source, to one of those found. */
  | { kind: 'moved'; to: FoundPage }
  | { kind: 'gone'; reason: string }
  /** Not indexed, with the reason in words for the operator. */
  | { kind: 'skipped'; reason: string; found: readonly FoundPage[] }

export type FetchedPage = {
  /** The canonical URL, which readers are shown. */
  url: string
  /** If the source knows a better one than the content. */
  title: string | null
  content: string | Uint8Array
  contentType: string
  publishedAt: Date | null
  validators: Validators | null
}

/** Why a page or a listing cannot be fetched, in words for the operator. Retrying would not help. */
export class SourceError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'SourceError'
  }
}
