import type { ErrorBody, RefusalCode } from '@footnote/contract/errors'
import { REFUSALS } from '@footnote/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isDatabaseUnavailable } from '../platform/database-errors.ts'
import { errorFields } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { RefusalDetail } from '../platform/refusal.ts'
import { Refusal } from '../platform/refusal.ts'

const FASTIFY_CODES: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
}

/** Renders whatever was thrown as the JSON error of the contract. */
export const createErrorHandler =
  (metrics: Metrics) =>
  (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = toRefusal(error)
    const { status } = REFUSALS[refusal.code]
    if (status >= 500) request.log.error({ ...errorFields(error), code: refusal.code }, 'failed')
    metrics.refusals.inc({ code: refusal.code })
    if (refusal.code === 'UNAUTHORIZED') reply.header('www-authenticate', 'Footnote')
    if (refusal.retryAfterSeconds !== undefined) {
      reply.header('retry-after', refusal.retryAfterSeconds)
    }
    reply.status(status).send(toBody(refusal, request.id))
  }

export function toBody(refusal: Refusal, requestId: string): ErrorBody {
  const { message, retryable } = REFUSALS[refusal.code]
  const details = refusal.details ? { details: [...refusal.details] } : {}
  return { error: message, code: refusal.code, request_id: requestId, retryable, ...details }
}

function toRefusal(error: FastifyError | Refusal): Refusal {
  if (error instanceof Refusal) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    return new Refusal('BAD_REQUEST', { details: error.validation.map(toDetail) })
  }
  const code = FASTIFY_CODES[error.code]
  if (code) return new Refusal(code)
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) return new Refusal('BAD_REQUEST')
  if (isDatabaseUnavailable(error)) return new Refusal('UNAVAILABLE', { retryAfterSeconds: 1 })
  return new Refusal('INTERNAL')
}

const toDetail = (issue: {
  instancePath: string
  message?: string | undefined
}): RefusalDetail => ({
  path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
  message: issue.message ?? 'is not valid',
})
