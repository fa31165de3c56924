/** What every engine is given: Footnote splits documents itself, the others get what it would make. */
export type PeerPassage = {
  id: number
  documentId: string
  title: string
  headings: string
  content: string
  vector: Float32Array
  /** For BM25: the weight of each term in this passage. */
  weights: ReadonlyMap<number, number>
}

export type PeerQuestion = { text: string; vector: Float32Array; terms: readonly number[] }

/** One way to search an engine over HTTP. */
export type Searching = {
  name: string
  url: string
  headers: Record<string, string>
  buildBody(question: PeerQuestion, limit: number): string
  /** The ids of the documents that a reply's passages are from, best first. */
  readDocuments(reply: unknown): string[]
}

export type Engine = {
  name: string
  searchings: readonly Searching[]
  indexSeconds: number
  /** All of its processes, each with those it starts. */
  processIds: readonly number[]
  folder: string
}

export const JSON_HEADERS = { 'content-type': 'application/json' }

/** Anything but success fails the run. */
export async function request(
  url: string,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  body?: unknown,
): Promise<unknown> {
  const reply = await fetch(url, {
    method,
    headers: JSON_HEADERS,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${method} ${url}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

export const inBatches = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
