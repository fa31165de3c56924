import type { SourceCredentialInput } from '@footnote/contract/admin/source-credentials'
import { SourceSettings } from '@footnote/contract/admin/source-settings'
import { afterAll } from 'vitest'
import type { PageFetcher } from '../../platform/network/fetch-page.ts'
import { createPageFetcher } from '../../platform/network/fetch-page.ts'
import { parsePrivateHosts } from '../../platform/network/private-hosts.ts'
import { createApiConnector, isApi } from '../api/create-api-connector.ts'
import type { ApiConnector } from '../connector.ts'
import { credentialOrigin } from '../credentials/request-credential.ts'
import { createCredentialResolver } from '../credentials/resolve-credential.ts'
import { withCredential } from '../credentials/with-credential.ts'

const MAX_PAGE_BYTES = 1_000_000

/** Connectors to fake APIs on loopback. Nobody really waits: `pauses` is how long they would have. */
export function useApiSources() {
  const fetcher: PageFetcher = createPageFetcher({
    userAgent: 'FootnoteBot/0.1',
    allowPrivate: parsePrivateHosts('127.0.0.1'),
  })
  afterAll(() => fetcher.close())
  const pauses: number[] = []
  const pause = async (milliseconds: number) => void pauses.push(milliseconds)
  return {
    pauses,
    connect: (given: object, credential: SourceCredentialInput | null = null): ApiConnector => {
      const settings = SourceSettings.parse(given)
      if (!isApi(settings)) throw new Error(`${settings.type} has no API`)
      const signsIn = credential !== null
      if (!signsIn)
        return createApiConnector(settings, {
          fetchPage: fetcher.fetchPage,
          signsIn,
          pause,
          maxPageBytes: MAX_PAGE_BYTES,
        })
      const resolve = createCredentialResolver(fetcher.fetchPage)
      const origin = credentialOrigin(settings) ?? ''
      const fetchPage = withCredential(fetcher.fetchPage, (refused) =>
        resolve({ settings, credential, origin }, refused),
      )
      return createApiConnector(settings, {
        fetchPage,
        signsIn,
        pause,
        maxPageBytes: MAX_PAGE_BYTES,
      })
    },
  }
}
