import { REFUSALS } from '@footnote/contract/errors'
import type { Log } from '../../platform/log.ts'
import { errorFields } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Refusal } from '../../platform/refusal.ts'

export type Refused = {
  refusal: Refusal
  /** What was thrown. */
  error: unknown
  /** For a log that is not bound to the request. */
  requestId?: string
}

/** Counts a refusal, on every transport, and logs it if it is the service's own fault. */
export function recordRefusal(
  metrics: Metrics,
  log: Pick<Log, 'error'>,
  { refusal: { code }, error, requestId }: Refused,
): void {
  metrics.refusals.inc({ code })
  if (REFUSALS[code].status < 500) return
  const request = requestId === undefined ? {} : { request_id: requestId }
  log.error({ ...errorFields(error), ...request, code }, 'failed')
}
