import { FetchError } from '../../platform/network/fetch-error.ts'
import type { PageHead, PageResponse } from '../../platform/network/fetch-page.ts'
import type { FetchOutcome, KnownPage, Validators } from '../connector.ts'
import { bareType, isTextType, readableType } from '../content-types.ts'
import { decodeText } from '../../text/decode-text.ts'
import { isSignInPage, requireSignedIn, signInNeeded } from './sign-in-check.ts'
import { isSignInPath } from './sign-in-page.ts'
import { isTransientStatus } from './site-fetch.ts'
import { followRedirect, readSitePage } from './read-site-page.ts'
import type { Site } from './site.ts'

const ACCEPT = 'text/html, application/xhtml+xml, text/markdown, application/pdf;q=.9, */*;q=.1'
const REDIRECTS = new Set([301, 302, 303, 307, 308])

export async function fetchSitePage(
  site: Site,
  page: KnownPage,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  const refusal = await findRefusal(site, page.key, signal)
  if (refusal !== null) return skipped(refusal)
  try {
    const response = await site.fetch({
      url: page.key,
      headers: { accept: ACCEPT, ...conditions(site, page.validators) },
      maxBytes: site.maxPageBytes,
      maxRedirects: 0,
      wantsBody: (head) => head.status === 200 && getType(head) !== null,
      signal,
    })
    return await toOutcome(site, page.key, response, signal)
  } catch (error) {
    if (error instanceof FetchError && !error.isTransient) return skipped(error.message)
    throw error
  }
}

const skipped = (reason: string): FetchOutcome => ({ kind: 'skipped', reason, found: [] })

async function findRefusal(site: Site, key: string, signal: AbortSignal): Promise<string | null> {
  if (!site.isPart(key)) return 'It is not below the URL of the source.'
  // The start page is read for its links, whatever the patterns say.
  if (key !== site.start && !site.isWanted(key)) return NOT_WANTED
  const robots = await site.robots(signal)
  return robots.allows(key) ? null : 'The site’s robots.txt disallows it.'
}

const NOT_WANTED = 'Its path does not match the patterns of the source.'

/** Not for rendered pages: their content may change while the HTML does not. */
function conditions(site: Site, validators: Validators | null): Record<string, string> {
  if (validators === null || site.renderer !== null) return {}
  return {
    ...(validators.etag === null ? {} : { 'if-none-match': validators.etag }),
    ...(validators.lastModified === null ? {} : { 'if-modified-since': validators.lastModified }),
  }
}

const getType = ({ url, headers }: PageHead): string | null =>
  readableType(headers.get('content-type'), new URL(url).pathname)

async function toOutcome(
  site: Site,
  key: string,
  response: PageResponse,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  const { status, headers } = response
  if (status === 304) return { kind: 'unchanged' }
  if (status === 404 || status === 410) {
    return { kind: 'gone', reason: `The site answers with status ${status}.` }
  }
  const location = headers.get('location')
  if (REDIRECTS.has(status) && location !== null) {
    return followRedirect(site, key, location, signal)
  }
  if (isTransientStatus(status)) throw new Error(`${key} answers with status ${status}.`)
  if (status === 401) return signInNeeded(site, 'The site requires signing in (status 401).')
  if (status === 403) {
    // Of this page alone, or of the credential? Then pages must not look deleted.
    if (site.signsIn) await requireSignedIn(site, signal)
    return skipped('The site requires signing in (status 403).')
  }
  if (status !== 200) return skipped(`The site answers with status ${status}.`)
  return readBody(site, key, response, signal)
}

async function readBody(
  site: Site,
  key: string,
  response: PageResponse,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  const header = response.headers.get('content-type')
  const contentType = getType(response)
  if (contentType === null) {
    return skipped(`No parser supports its type, ${bareType(header) || 'which is not stated'}.`)
  }
  const sent = isTextType(contentType) ? decodeText(response.body, header) : response.body
  const content =
    site.renderer !== null && contentType === 'text/html' && typeof sent === 'string'
      ? await site.renderer.render(key, sent, signal)
      : sent
  if (contentType === 'text/html' && typeof content === 'string') {
    if (await isSignInPage(site, key, content, signal)) {
      const isItsOwn = isSignInPath(key)
      const reason = 'The site sends a sign-in page instead of it.'
      return isItsOwn ? skipped('It is a sign-in page.') : signInNeeded(site, reason)
    }
  }
  const sentPage = { content, contentType, headers: response.headers }
  const outcome = await readSitePage(site, key, sentPage, signal)
  const isOnlyForLinks = key === site.start && !site.isWanted(key)
  return outcome.kind === 'fetched' && isOnlyForLinks
    ? { kind: 'skipped', reason: NOT_WANTED, found: outcome.found }
    : outcome
}
