import type { FastifyRequest } from 'fastify'
import { digestKey } from '../../access/digest.ts'
import { networkOf } from '../../platform/network/network-of.ts'
import type { Deps } from '../deps.ts'
import { refuseBeyond } from '../hooks/rate-limit.ts'

/**
 * Counts an attempt before the password or token is checked, per network and per account. Addresses
 * without an account count the same way, so the limit reveals nothing. Networks share an account's limit
 * fairly: one that guesses does not lock its owner out.
 */
export async function countAttempt(
  { accountLimiter, peppers }: Pick<Deps, 'accountLimiter' | 'peppers'>,
  { ip }: Pick<FastifyRequest, 'ip'>,
  account: string,
): Promise<void> {
  const network = networkOf(ip)
  refuseBeyond(await accountLimiter.consume(`network ${network}`))
  const digest = digestKey(peppers.current, account.toLowerCase()).toString('base64url')
  refuseBeyond(await accountLimiter.consume(`account ${digest}`, { network }))
}
