import { REFUSALS } from '@footnote/contract/errors'
import type { Exchange } from '../support/chaos/call.ts'
import { refusalCode } from '../support/chaos/call.ts'
import type { ChaosTenant } from '../support/chaos/tenants.ts'
import { CANARY } from '../support/chaos/tenants.ts'
import type { Outcome } from './isolation-outcomes.ts'

/** Other tenants' canaries in a text. */
export const foreignCanaries = (text: string, allowed: string): string[] =>
  [...text.matchAll(CANARY)].map(([canary]) => canary).filter((canary) => canary !== allowed)

/** What is wrong with an exchange, or nothing. */
export function fault(
  exchange: Exchange,
  outcome: Outcome,
  shown: ChaosTenant,
): string | undefined {
  const { status } = exchange
  const foreign = outcome === 'directory' ? [] : foreignCanaries(exchange.text, shown.canary)
  if (foreign.length > 0) return `shows ${foreign.join()}`
  if (outcome === 'served' || outcome === 'directory')
    return isServed(exchange) ? undefined : `answers ${status} ${exchange.text}`
  const isRight = status === REFUSALS[outcome].status && refusalCode(exchange) === outcome
  return isRight ? undefined : `answers ${status} ${exchange.text}, not ${outcome}`
}

/** A stream is served if it reached its last frame; of a re-embedding, one that builds nothing. */
export const isServed = ({ status, headers, text }: Exchange): boolean =>
  headers.get('content-type') === 'text/event-stream'
    ? /"(done":true|state":"(idle|finished)").*\n\n$/.test(text)
    : status >= 200 && status < 300
