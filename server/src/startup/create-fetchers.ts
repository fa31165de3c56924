import type { Config } from '../config/config.ts'
import type { PageFetcher } from '../platform/network/fetch-page.ts'
import { createPageFetcher } from '../platform/network/fetch-page.ts'
import type { SafeFetch } from '../platform/network/safe-fetch.ts'
import { createSafeFetch } from '../platform/network/safe-fetch.ts'

type Fetched = Pick<Config, 'sources' | 'ALLOW_PRIVATE_SIGN_IN_HOSTS'>

/** What fetches addresses that others chose, each with the setting that allows private ones. */
export const createFetchers = (
  config: Fetched,
): { pages: PageFetcher; signInFetch: SafeFetch } => ({
  pages: createPageFetcher({
    allowPrivate: config.sources.privateHosts,
    allowedBy: 'FETCH_ALLOWED_PRIVATE_HOSTS',
    userAgent: config.sources.userAgent,
  }),
  signInFetch: createSafeFetch({
    allowPrivate: config.ALLOW_PRIVATE_SIGN_IN_HOSTS,
    allowedBy: 'ALLOW_PRIVATE_SIGN_IN_HOSTS',
  }),
})
