import { lookup as dnsLookup } from 'node:dns'
import type { LookupAddress, LookupOptions } from 'node:dns'
import { isIP } from 'node:net'
import { callbackify, promisify } from 'node:util'
import type { RequestInit } from 'undici'
import { Agent, buildConnector, fetch as undiciFetch } from 'undici'
import { isGlobalAddress } from './is-global-address.ts'
import type { Post } from './post.ts'
import { createPost } from './post.ts'
import { ALL_PRIVATE_HOSTS, NO_PRIVATE_HOSTS } from './private-hosts.ts'
import type { PrivateHosts } from './private-hosts.ts'

export type Fetch = typeof globalThis.fetch
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

export type SafeFetchOptions = {
  /** Which private addresses are allowed: all, none or some. */
  readonly allowPrivate: boolean | PrivateHosts
  /** The setting of the service that allows more of them, for the reason of a refusal. */
  readonly allowedBy?: string | undefined
  /** Instead of the system's resolver. */
  readonly resolve?: Resolve | undefined
  readonly connectTimeoutMs?: number | undefined
  /** Until the head of the response arrives. */
  readonly headTimeoutMs?: number | undefined
  /** Between two pieces of the body. */
  readonly idleTimeoutMs?: number | undefined
}

/** Why an address may not be saved, as far as can be told now. null: it may. */
export type WhyRefused = (address: string) => Promise<string | null>

export type SafeFetch = {
  readonly fetch: Fetch
  readonly post: Post
  /** In the words of the error that a fetch of it would throw. */
  readonly whyRefused: WhyRefused
  close(): Promise<void>
}

/** A forbidden address. The message does not name it, because messages reach logs. */
export class UnsafeAddressError extends Error {
  readonly code = 'UNSAFE_ADDRESS'

  constructor(allowedBy?: string) {
    const remedy = allowedBy === undefined ? '' : ` The operator may allow it with ${allowedBy}.`
    super(`This address is in a private network.${remedy}`)
    this.name = 'UnsafeAddressError'
  }
}

/** One that no setting allows. */
class NoWebAddressError extends UnsafeAddressError {
  override readonly message = 'This address is not an http or https URL without credentials.'
}

const lookupAll = promisify(dnsLookup)
export const resolveBySystem: Resolve = (hostname) => lookupAll(hostname, { all: true })

/**
 * A fetch and a post for URLs that others chose. What a name resolves to is checked when a connection is
 * made, in the same look-up that the connection uses, so DNS rebinding
 * gains nothing. Redirects are not followed: a 3xx is returned as it is.
 */
export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const { resolve = resolveBySystem, connectTimeoutMs = 5_000, allowedBy } = options
  const allowed = getPrivateHosts(options.allowPrivate)
  const connectorFor = (allowsAddress: (address: string) => boolean) =>
    buildConnector({
      timeout: connectTimeoutMs,
      allowH2: false,
      lookup: checkedLookup(resolve, allowsAddress, allowedBy),
      // undici always asks for all addresses, the only form that this look-up supports.
      autoSelectFamily: true,
    })
  const mayConnect = connectable(allowed)
  const connectChecked = connectorFor(mayConnect)
  const connectNamed = connectorFor(() => true)
  const agent = new Agent({
    allowH2: false,
    ...(options.headTimeoutMs === undefined ? {} : { headersTimeout: options.headTimeoutMs }),
    ...(options.idleTimeoutMs === undefined ? {} : { bodyTimeout: options.idleTimeoutMs }),
    connect(target, callback) {
      const hostname = withoutBrackets(target.hostname)
      if (allowed.allowsHost(hostname, getPort(target))) connectNamed(target, callback)
      // There is no look-up for an IP address.
      else if (isIP(hostname) !== 0 && !mayConnect(hostname)) {
        callback(new UnsafeAddressError(allowedBy), null)
      } else connectChecked(target, callback)
    },
  })
  const post = createPost(agent)
  return {
    async post(url, request) {
      if (!isWebAddress(url)) throw new NoWebAddressError()
      return post(url, request)
    },
    async fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : input)
      if (!isWebAddress(url)) throw new NoWebAddressError()
      // Both are undici's fetch, in two versions; the types differ in name only.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const request = { ...init, redirect: 'manual', dispatcher: agent } as RequestInit
      return undiciFetch(url, request)
    },
    async whyRefused(address) {
      const url = URL.canParse(address) ? new URL(address) : null
      if (!url || !isWebAddress(url)) return new NoWebAddressError().message
      const isSafe = await isReachable(url, allowed, resolve)
      return isSafe ? null : new UnsafeAddressError(allowedBy).message
    },
    close: () => agent.destroy(),
  }
}

const connectable = (allowed: PrivateHosts) => (address: string) =>
  isGlobalAddress(address) || allowed.allowsAddress(address)

/** A name that does not resolve passes, since the check that counts is made on connecting. */
async function isReachable(url: URL, allowed: PrivateHosts, resolve: Resolve): Promise<boolean> {
  const hostname = withoutBrackets(url.hostname)
  const mayConnect = connectable(allowed)
  if (allowed.allowsHost(hostname, getPort(url))) return true
  if (isIP(hostname) !== 0) return mayConnect(hostname)
  const found = await resolve(hostname).catch(() => [])
  return found.every(({ address }) => mayConnect(address))
}

const isWebAddress = (url: URL): boolean =>
  (url.protocol === 'https:' || url.protocol === 'http:') &&
  url.username === '' &&
  url.password === ''

function getPrivateHosts(allow: boolean | PrivateHosts): PrivateHosts {
  if (typeof allow !== 'boolean') return allow
  return allow ? ALL_PRIVATE_HOSTS : NO_PRIVATE_HOSTS
}

const getPort = ({ port, protocol }: { port?: string; protocol: string }): number =>
  port === undefined || port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)

const withoutBrackets = (hostname: string): string => hostname.replaceAll(/^\[|\]$/g, '')

/** One forbidden address refuses the whole name, so that it does not depend on which one is picked. */
const checkedLookup = (
  resolve: Resolve,
  mayConnect: (address: string) => boolean,
  allowedBy: string | undefined,
) =>
  callbackify(async (hostname: string, { family }: LookupOptions): Promise<LookupAddress[]> => {
    const found = await resolve(hostname)
    if (!found.every(({ address }) => mayConnect(address))) throw new UnsafeAddressError(allowedBy)
    return found.filter((each) => fits(each.family, family))
  })

const fits = (family: number, wanted: LookupOptions['family']): boolean =>
  wanted === undefined || wanted === 0 || String(wanted).replace('IPv', '') === String(family)
