import { createHash } from 'node:crypto'
import type { OpenApiSettings } from '@footnote/contract/admin/source-settings'
import { FetchError } from '../../platform/network/fetch-error.ts'
import type { FetchPage } from '../../platform/network/fetch-page.ts'
import { SourceError } from '../connector.ts'
import type { Connector } from '../connector.ts'
import { decodeText } from '../../text/decode-text.ts'
import { toOperations, parseOpenApi } from './openapi-document.ts'
import type { Operation } from './openapi-document.ts'
import { operationMarkdown, getTitle } from './openapi-markdown.ts'
import { startSchemaWalk } from './openapi-schema.ts'
import { fill } from '../page-template.ts'
import { isTransientStatus } from '../website/site-fetch.ts'

export type OpenApiDeps = {
  readonly fetchPage: FetchPage
  /** Whether `fetchPage` signs in. */
  readonly signsIn: boolean
}

/** The largest public documents, those of cloud providers, are about 10 MB. */
const MAX_DOCUMENT_BYTES = 30_000_000

type Page = { operation: Operation; markdown: string; version: string }

/** An OpenAPI document: a page for each operation. */
export function createOpenApiConnector(settings: OpenApiSettings, deps: OpenApiDeps): Connector {
  let loading: Promise<Map<string, Page>> | null = null
  const load = (signal: AbortSignal): Promise<Map<string, Page>> => {
    loading ??= loadPages(settings.url, deps, signal).catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }
  return {
    async *list(signal) {
      loading = null
      yield Array.from(await load(signal), ([key, { version }]) => ({ key, version }))
    },
    async fetch({ key }, signal) {
      const page = (await load(signal)).get(key)
      if (!page) return { kind: 'gone', reason: 'The document no longer has this operation.' }
      return {
        kind: 'fetched',
        page: {
          url: buildAddress(settings.page_url, page.operation),
          title: getTitle(page.operation),
          content: page.markdown,
          contentType: 'text/markdown',
          publishedAt: null,
          validators: null,
        },
        found: [],
      }
    },
    async close() {
      loading = null
    },
  }
}

async function loadPages(
  url: string,
  { fetchPage, signsIn }: OpenApiDeps,
  signal: AbortSignal,
): Promise<Map<string, Page>> {
  const accept = 'application/json, application/yaml, text/yaml, */*;q=.5'
  const response = await fetchPage({
    url,
    headers: { accept },
    maxBytes: MAX_DOCUMENT_BYTES,
    signal,
  }).catch((error: unknown) => {
    throw error instanceof FetchError && !error.isTransient ? new SourceError(error.message) : error
  })
  const { status } = response
  if (isTransientStatus(status)) throw new Error(`${url} answers with status ${status}.`)
  if (status === 401 || status === 403) {
    const wrong = 'rejects the credentials of the source: they are wrong or no longer valid'
    const why = signsIn ? wrong : 'requires signing in'
    throw new SourceError(`${url} ${why} (status ${status}).`)
  }
  if (status !== 200) throw new SourceError(`${url} answers with status ${status}.`)
  const document = parseOpenApi(decodeText(response.body, response.headers.get('content-type')))
  const walk = startSchemaWalk(document)
  const pages = new Map<string, Page>()
  for (const operation of toOperations(document)) {
    // Yields between operations: 5,000 take a while, and the worker must renew its lease.
    await new Promise(setImmediate)
    signal.throwIfAborted()
    const markdown = operationMarkdown(walk, operation)
    const version = createHash('sha256').update(markdown).digest('hex')
    pages.set(operation.key, { operation, markdown, version })
  }
  return pages
}

/** Without `{operation}` in the template, operations share a page; a fragment tells them apart. */
function buildAddress(template: string, { id, tag }: Operation): string {
  const operation = encodeURIComponent(id)
  const address = fill(template, { operation, tag: encodeURIComponent(tag) })
  return template.includes('{operation}') ? address : `${address.replace(/#.*$/, '')}#${operation}`
}
