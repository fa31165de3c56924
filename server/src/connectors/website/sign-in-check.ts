import { randomUUID } from 'node:crypto'
import { FetchError } from '../../platform/network/fetch-error.ts'
import type { PageResponse } from '../../platform/network/fetch-page.ts'
import { decodeText } from '../../text/decode-text.ts'
import { SourceError } from '../connector.ts'
import type { FetchOutcome } from '../connector.ts'
import { bareType } from '../content-types.ts'
import { pageKey } from '../page-key.ts'
import { areAlike, isBareForm, isSignInPath, readForm } from './sign-in-page.ts'
import type { ShownForm } from './sign-in-page.ts'
import { isTransientStatus } from './site-fetch.ts'
import type { Site } from './site.ts'

const ACCEPT = 'text/html, */*;q=.1'

/**
 * Whether a page is a sign-in page that came with status 200: little but a form, at an address that says
 * so or in answer to an address that nobody has made a page for.
 */
export async function isSignInPage(
  site: Site,
  url: string,
  html: string,
  signal: AbortSignal,
): Promise<boolean> {
  // Most pages need no second reading.
  if (!/password|username/i.test(html)) return false
  const form = readForm(html, url)
  if (!form.asksToSignIn) return false
  if (isBareForm(form) && isSignInPath(url)) return true
  const madeUp = await madeUpPage(site, signal)
  return madeUp !== null && areAlike(form, madeUp)
}

/** One for each site: what the pages of a slice are compared with. */
const MADE_UP = new WeakMap<Site, Promise<ShownForm | null>>()

function madeUpPage(site: Site, signal: AbortSignal): Promise<ShownForm | null> {
  const known = MADE_UP.get(site)
  if (known) return known
  const reading = readMadeUpPage(site, signal).catch((error: unknown) => {
    MADE_UP.delete(site)
    throw error
  })
  MADE_UP.set(site, reading)
  return reading
}

/** The form that the site shows at an address that nobody has made a page for. null: none. */
async function readMadeUpPage(site: Site, signal: AbortSignal): Promise<ShownForm | null> {
  const url = new URL(`/${randomUUID()}`, site.start).href
  const robots = await site.robots(signal)
  if (!robots.allows(url)) return null
  const response = await fetchHtml(site, url, signal)
  if (response.status !== 200 || !isHtml(response)) return null
  const sent = readText(response)
  const shown = site.renderer ? await site.renderer.render(url, sent, signal) : sent
  const form = readForm(shown, url)
  return form.asksToSignIn ? form : null
}

/** Whether what a page redirects to is a sign-in page rather than where the page went. */
export async function leadsToSignIn(
  site: Site,
  key: string,
  location: string,
  signal: AbortSignal,
): Promise<boolean> {
  const target = pageKey(location, key)
  if (target === null || !isSignInPath(target) || isSignInPath(key)) return false
  if (new URL(target).origin !== new URL(site.start).origin) return true
  const response = await fetchHtml(site, target, signal)
  if (new URL(response.url).origin !== new URL(site.start).origin) return true
  return (
    response.status === 200 && isHtml(response) && isBareForm(readForm(readText(response), target))
  )
}

/**
 * Throws unless the site shows its start page to whoever signs in as this source does. Without this, all
 * pages behind a refused credential would look deleted.
 */
export async function requireSignedIn(site: Site, signal: AbortSignal): Promise<PageResponse> {
  const response = await fetchHtml(site, site.start, signal)
  const { url, status } = response
  if (isTransientStatus(status)) throw new Error(`${site.start} answers with status ${status}.`)
  if (status === 401 || status === 403) {
    throw new SourceError(
      `The site rejects the credentials of the source (status ${status}). They are wrong or no longer valid.`,
    )
  }
  const isRefused =
    (isSignInPath(url) && !isSignInPath(site.start)) ||
    (status === 200 &&
      isHtml(response) &&
      (await isSignInPage(site, url, readText(response), signal)))
  if (isRefused) {
    throw new SourceError(
      `The site sends a sign-in page (${url}), so the credentials of the source are wrong or no longer valid.`,
    )
  }
  return response
}

async function fetchHtml(site: Site, url: string, signal: AbortSignal): Promise<PageResponse> {
  try {
    return await site.fetch({
      url,
      headers: { accept: ACCEPT },
      maxBytes: site.maxPageBytes,
      wantsBody: (head) => head.status === 200 && isHtml(head),
      signal,
    })
  } catch (error) {
    if (!(error instanceof FetchError) || error.isTransient) throw error
    throw new SourceError(`${url} cannot be read: ${error.message}`)
  }
}

const isHtml = ({ headers }: Pick<PageResponse, 'headers'>): boolean =>
  ['text/html', 'application/xhtml+xml'].includes(bareType(headers.get('content-type')))

const readText = ({ body, headers }: PageResponse): string =>
  decodeText(body, headers.get('content-type'))

/**
 * What becomes of a page that asks to sign in. For a source that signs in it fails and keeps its text,
 * since the credential may just have expired.
 */
export function signInNeeded(site: Site, reason: string): FetchOutcome {
  if (!site.signsIn) return { kind: 'skipped', reason, found: [] }
  throw new SourceError(`${reason} The credentials of the source are wrong or no longer valid.`)
}
