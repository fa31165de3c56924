import type { ErrorBody, RefusalCode } from '@footnote/contract/errors'
import { REFUSALS } from '@footnote/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { isPassingTrouble } from '../models/is-passing-trouble.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { RefusalDetail } from '../platform/refusal.ts'
import { Refusal } from '../platform/refusal.ts'
import { recordRefusal } from './record-refusal.ts'

const FASTIFY_CODES: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
}

/** Renders whatever was thrown as the JSON error of the contract. */
export const createErrorHandler =
  (metrics: Metrics) =>
  (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): void => {
    // Whoever left took the search with them; nothing failed, and there is nobody to tell.
    if (reply.raw.destroyed) return void reply.hijack()
    const refusal = toRefusal(error)
    const { status } = REFUSALS[refusal.code]
    recordRefusal(metrics, request.log, { refusal, error })
    if (refusal.code === 'UNAUTHORIZED' && !reply.hasHeader('www-authenticate')) {
      reply.header('www-authenticate', 'Footnote')
    }
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
  // An abort is one, and its code is a number.
  if (error instanceof Refusal || error instanceof DOMException) return refusalOf(error)
  if (hasZodFastifySchemaValidationErrors(error)) {
    return new Refusal('BAD_REQUEST', { details: error.validation.flatMap(toDetails) })
  }
  const code = FASTIFY_CODES[error.code]
  if (code) return new Refusal(code)
  // Only Fastify's own: an error from elsewhere may carry another server's status.
  if (error.code?.startsWith('FST_') && isClientError(error.statusCode)) {
    return new Refusal('BAD_REQUEST')
  }
  return refusalOf(error)
}

/** What is said of whatever was thrown, on every transport. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof z.ZodError) {
    const details = error.issues.flatMap(({ path, message, ...params }) =>
      toDetails({ instancePath: path.join('/'), message, params }),
    )
    return new Refusal('BAD_REQUEST', { details })
  }
  if (isPassingTrouble(error)) return new Refusal('UNAVAILABLE', { retryAfterSeconds: 1 })
  return new Refusal('INTERNAL')
}

const isClientError = (status = 500): boolean => status >= 400 && status < 500

type Issue = { instancePath: string; message?: string | undefined; params: Record<string, unknown> }

/** One for each fault: zod names several unknown fields in one issue. */
function toDetails({ instancePath, message = 'is not valid', params }: Issue): RefusalDetail[] {
  const path = instancePath.replace(/^\//, '').replaceAll('/', '.')
  const { keys } = params
  if (!Array.isArray(keys)) return [{ path, message }]
  return keys.map((key) => ({
    path: path === '' ? String(key) : `${path}.${key}`,
    message: 'is not a field of this request',
  }))
}
