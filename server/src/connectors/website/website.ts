import type { WebsiteSettings } from '@footnote/contract/admin/source-settings'
import type { Connector } from '../connector.ts'
import { fetchSitePage } from './fetch-site-page.ts'
import { listSite } from './list-site.ts'
import { createSite } from './site.ts'
import type { SiteDeps } from './site.ts'

/** Reads a website: its sitemaps, its llms.txt, and the links from its start page. */
export function createWebsiteConnector(settings: WebsiteSettings, deps: SiteDeps): Connector {
  const site = createSite(settings, deps)
  return {
    list: (signal) => listSite(site, signal),
    fetch: (page, signal) => fetchSitePage(site, page, signal),
    close: async () => deps.renderer?.close(),
  }
}
