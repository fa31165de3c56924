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
  /** Instead of the system's resolver. */
  readonly resolve?: Resolve | undefined
  readonly connectTimeoutMs?: number | undefined
  /** Until the head of the response arrives. */
  readonly headTimeoutMs?: number | undefined
  /** Between two pieces of the body. */
  readonly idleTimeoutMs?: number | undefined
}

export type SafeFetch = { readonly fetch: Fetch; readonly post: Post; close(): Promise<void> }

/** A forbidden address. The message does not name it, because messages reach logs. */
export class UnsafeAddressError extends Error {
  readonly code = 'UNSAFE_ADDRESS'

  constructor() {
    super('The address is not on the public internet.')
    this.name = 'UnsafeAddressError'
  }
}

const lookupAll = promisify(dnsLookup)
export const resolveBySystem: Resolve = (hostname) => lookupAll(hostname, { all: true })

/**
 * A fetch and a post for URLs that others chose. What a name resolves to is checked when a connection is
 * made, in the same look-up that the connection uses, so DNS rebinding
 * gains nothing. Redirects are not followed: a 3xx is returned as it is.
 */
export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const { resolve = resolveBySystem, connectTimeoutMs = 5_000 } = options
  const allowed = privateHostsOf(options.allowPrivate)
  const connectorFor = (allowsAddress: (address: string) => boolean) =>
    buildConnector({
      timeout: connectTimeoutMs,
      allowH2: false,
      lookup: checkedLookup(resolve, allowsAddress),
      // undici always asks for all addresses, the only form that this look-up supports.
      autoSelectFamily: true,
    })
  const mayConnect = (address: string) => isGlobalAddress(address) || allowed.allowsAddress(address)
  const connectChecked = connectorFor(mayConnect)
  const connectNamed = connectorFor(() => true)
  const agent = new Agent({
    allowH2: false,
    ...(options.headTimeoutMs === undefined ? {} : { headersTimeout: options.headTimeoutMs }),
    ...(options.idleTimeoutMs === undefined ? {} : { bodyTimeout: options.idleTimeoutMs }),
    connect(target, callback) {
      const hostname = withoutBrackets(target.hostname)
      if (allowed.allowsHost(hostname, portOf(target))) connectNamed(target, callback)
      // There is no look-up for an IP address.
      else if (isIP(hostname) !== 0 && !mayConnect(hostname)) {
        callback(new UnsafeAddressError(), null)
      } else connectChecked(target, callback)
    },
  })
  const post = createPost(agent)
  return {
    async post(url, request) {
      if (!isWebAddress(url)) throw new UnsafeAddressError()
      return post(url, request)
    },
    async fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : input)
      if (!isWebAddress(url)) throw new UnsafeAddressError()
      // Both are undici's fetch, in two versions; the types differ in name only.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const request = { ...init, redirect: 'manual', dispatcher: agent } as RequestInit
      return undiciFetch(url, request)
    },
    close: () => agent.destroy(),
  }
}

/**
 * Whether a URL may be saved: http or https, and on the public internet as far as can be told
 * now. A name that does not resolve passes, since the check that counts is made on connecting.
 */
export async function isSafeAddress(
  address: string,
  resolve: Resolve = resolveBySystem,
): Promise<boolean> {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !isWebAddress(url)) return false
  const hostname = withoutBrackets(url.hostname)
  if (isIP(hostname) !== 0) return isGlobalAddress(hostname)
  const found = await resolve(hostname).catch(() => [])
  return found.every((each) => isGlobalAddress(each.address))
}

const isWebAddress = (url: URL): boolean =>
  (url.protocol === 'https:' || url.protocol === 'http:') &&
  url.username === '' &&
  url.password === ''

function privateHostsOf(allow: boolean | PrivateHosts): PrivateHosts {
  if (typeof allow !== 'boolean') return allow
  return allow ? ALL_PRIVATE_HOSTS : NO_PRIVATE_HOSTS
}

const portOf = ({ port, protocol }: { port?: string; protocol: string }): number =>
  port === undefined || port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)

const withoutBrackets = (hostname: string): string => hostname.replaceAll(/^\[|\]$/g, '')

/** One forbidden address refuses the whole name, so that it does not depend on which one is picked. */
const checkedLookup = (resolve: Resolve, mayConnect: (address: string) => boolean) =>
  callbackify(async (hostname: string, { family }: LookupOptions): Promise<LookupAddress[]> => {
    const found = await resolve(hostname)
    if (!found.every(({ address }) => mayConnect(address))) throw new UnsafeAddressError()
    return found.filter((each) => fits(each.family, family))
  })

const fits = (family: number, wanted: LookupOptions['family']): boolean =>
  wanted === undefined || wanted === 0 || String(wanted).replace('IPv', '') === String(family)
