import type { SourceSettings } from '@footnote/contract/admin/source-settings'
import type { FetchPage } from '../../platform/network/fetch-page.ts'
import { SourceError } from '../connector.ts'
import type { ApiSettings } from '../api/create-api-connector.ts'
import { createApiConnector, isApi } from '../api/create-api-connector.ts'
import { createOpenApiConnector } from '../openapi/openapi.ts'
import { requireSignedIn } from '../website/sign-in-check.ts'
import { createSite } from '../website/site.ts'
import type { GivenCredential } from './request-credential.ts'
import type { ResolveCredential } from './resolve-credential.ts'
import { withCredential } from './with-credential.ts'

export type TryDeps = {
  readonly fetchPage: FetchPage
  readonly userAgent: string
  readonly maxPageBytes: number
  readonly resolveCredential: ResolveCredential
}

/**
 * Reads the source's address with the credential, and throws why that fails. `isNeeded`: whether it could
 * not be read without, for then it is known to be right. `reads`: what it can read, if the source can tell.
 */
export async function tryCredential(
  deps: TryDeps,
  given: GivenCredential,
  signal: AbortSignal,
): Promise<TriedCredential> {
  const { settings } = given
  const fetchPage = withCredential(deps.fetchPage, (refused) =>
    deps.resolveCredential(given, refused),
  )
  if (isApi(settings)) {
    // Their servers refuse what is wrong, also for what they show to everyone.
    return {
      isNeeded: true,
      reads: await createApiConnector(settings, {
        fetchPage,
        signsIn: true,
        maxPageBytes: deps.maxPageBytes,
      }).check(signal),
    }
  }
  await readAddress({ ...deps, fetchPage }, settings, signal)
  const isOpen = await readAddress(deps, settings, signal).then(
    () => true,
    () => false,
  )
  signal.throwIfAborted()
  return { isNeeded: !isOpen, reads: null }
}

export type TriedCredential = { isNeeded: boolean; reads: string | null }

async function readAddress(
  { fetchPage, userAgent, maxPageBytes }: Omit<TryDeps, 'resolveCredential'>,
  settings: Exclude<SourceSettings, ApiSettings>,
  signal: AbortSignal,
): Promise<void> {
  const signsIn = true
  switch (settings.type) {
    case 'website': {
      const deps = { fetchPage, userAgent, maxPageBytes, renderer: null, signsIn }
      const site = createSite(settings, deps)
      const { url, status } = await requireSignedIn(site, signal)
      if (status !== 200) throw new SourceError(`${url} answers with status ${status}.`)
      if (new URL(url).origin === new URL(site.start).origin) return
      throw new SourceError(
        `It redirects to ${url}, where the credential is not sent. Set that address.`,
      )
    }
    case 'openapi': {
      for await (const _ of createOpenApiConnector(settings, { fetchPage, signsIn }).list(signal));
      return
    }
    case 'git': {
      const { findBranch } = await import('../git/git-repository.ts')
      await findBranch({ fetchPage, signsIn }, settings, signal)
      return
    }
    case 'files':
      throw new SourceError('It fetches nothing.')
  }
}
