import { afterAll, beforeAll, beforeEach } from 'vitest'
import { WebsiteSettings } from '@footnote/contract/admin/source-settings'
import type { Connector, FetchOutcome, KnownPage } from '../connector.ts'
import { createWebsiteConnector } from '../website/website.ts'
import { crawl, listAll } from './crawl.ts'
import { startTestSite } from './test-site.ts'
import type { Pages, TestSite } from './test-site.ts'

export const MAX_PAGE_BYTES = 100_000

export const links = (...paths: string[]): string =>
  `<html><body>${paths.map((path) => `<a href="${path}">x</a>`).join('')}</body></html>`
export const head = (inner: string, body = ''): string =>
  `<html><head>${inner}</head><body>${body}</body></html>`

export const kinds = (outcomes: Record<string, FetchOutcome>): Record<string, string> =>
  Object.fromEntries(Object.entries(outcomes).map(([path, outcome]) => [path, outcome.kind]))
export const findReason = (outcome: FetchOutcome | undefined): string =>
  outcome && 'reason' in outcome ? outcome.reason : `no reason: ${outcome?.kind}`

/** A site for the tests of a file, and connectors to it; keys are paths here. */
export function useWebsite() {
  let site: TestSite
  beforeAll(async () => {
    site = await startTestSite()
  })
  beforeEach(() => {
    site.pages = {}
    site.requests.length = 0
  })
  afterAll(() => site.close())
  const getPath = (key: string): string => key.slice(site.origin.length)
  return {
    at: (path: string): string => site.origin + path,
    requests: () => site.requests,
    connect: (pages: Pages, settings: Partial<WebsiteSettings> = {}, path = '/'): Connector => {
      site.pages = pages
      const url = site.origin + path
      return createWebsiteConnector(WebsiteSettings.parse({ type: 'website', url, ...settings }), {
        fetchPage: site.fetcher.fetchPage,
        userAgent: 'FootnoteBot/0.1',
        maxPageBytes: MAX_PAGE_BYTES,
        renderer: null,
        signsIn: false,
      })
    },
    crawled: async (connector: Connector): Promise<Record<string, FetchOutcome>> => {
      const outcomes = await crawl(connector)
      return Object.fromEntries([...outcomes].map(([key, outcome]) => [getPath(key), outcome]))
    },
    paths: async (connector: Connector): Promise<string[]> =>
      (await listAll(connector)).map(({ key }) => getPath(key)),
    fetchOne: (connector: Connector, path: string, known: Partial<KnownPage> = {}) =>
      connector.fetch(
        { key: site.origin + path, version: null, validators: null, ...known },
        new AbortController().signal,
      ),
  }
}
