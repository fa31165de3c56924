import type { FastifyRequest } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { digestKey } from '../../access/digest.ts'
import { getNetwork } from '../../platform/network/network.ts'
import type { Deps } from '../deps.ts'
import { refuseBeyond } from '../hooks/rate-limit.ts'
import { knownDevice } from './known-device.ts'

/** More and more, so that the owner of an account waits for seconds while others guess at it. */
const DELAY_MS = 100
/** Attempts at one account in a minute: so many times the limit are delayed and not refused. */
export const DELAYED_ATTEMPTS = 3

type CountingDeps = Pick<Deps, 'accountLimiter' | 'delayedLimiter' | 'peppers' | 'publicUrl'>

/**
 * Counts an attempt before the password or token is checked, per network and per account. Addresses
 * without an account count the same way, so the limit reveals nothing. `email`: a device that signed in to
 * that account before counts by itself, so that nobody locks its owner out. Other devices of theirs wait
 * while somebody guesses.
 */
export async function countAttempt(
  deps: CountingDeps,
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
  account: string,
  email?: string,
): Promise<void> {
  const { accountLimiter, delayedLimiter, peppers } = deps
  const device = email === undefined ? null : knownDevice(deps, request, email)
  if (device !== null) {
    refuseBeyond(await accountLimiter.consume(`device ${device} ${account.split(' ')[0] ?? ''}`))
    return
  }
  const network = getNetwork(request.ip)
  refuseBeyond(await accountLimiter.consume(`network ${network}`))
  const digest = digestKey(peppers.current, account.toLowerCase()).toString('base64url')
  if ((await accountLimiter.consume(`account ${digest}`, { network })).allowed) return
  const delayed = await delayedLimiter.consume(`account ${digest}`)
  refuseBeyond(delayed)
  await sleep((delayed.limit - delayed.remaining) * DELAY_MS)
}
