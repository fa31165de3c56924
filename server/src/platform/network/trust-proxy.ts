import { isIP } from 'node:net'
import { z } from 'zod'

/** What Fastify's `trustProxy` accepts: all, none, addresses and networks, or a function. */
export type TrustProxy = boolean | string[] | ((address: string, hop: number) => boolean)

/** Names that Fastify knows. */
const NAMED_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal'])
const MAX_HOPS = 32

function isNetwork(text: string): boolean {
  if (NAMED_RANGES.has(text)) return true
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || rest.length > 0) return false
  if (prefix === undefined) return true
  // A prefix of 0 would trust everybody; `true` says so more clearly.
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)
}

export const trustProxy = z.string().transform((text, context): TrustProxy => {
  if (text === 'true' || text === 'false') return text === 'true'
  // Hop 0 is the connection itself. Fastify no longer accepts a number.
  if (/^[1-9]\d?$/.test(text) && Number(text) <= MAX_HOPS) {
    return (_address, hop) => hop < Number(text)
  }
  const networks = text.split(',').map((network) => network.trim())
  if (networks.every(isNetwork)) return networks
  context.addIssue({
    code: 'custom',
    message: `must be true, false, a number of proxies from 1 to ${MAX_HOPS}, or addresses and networks such as 10.0.0.0/8`,
  })
  return z.NEVER
})
