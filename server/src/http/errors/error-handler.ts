import type { ErrorBody, RefusalCode } from '@footnote/contract/errors'
import { REFUSALS } from '@footnote/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isTransientError } from '../../models/is-transient-error.ts'
import { movedTo } from '../../platform/database/database-errors.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { Refusal } from '../../platform/refusal.ts'
import { refusalOfIssues } from '../read-input.ts'
import { recordRefusal } from './record-refusal.ts'

const FASTIFY_CODES: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_MAX_PARAM_LENGTH: 'URI_TOO_LONG',
}

/** Renders whatever was thrown as the JSON error of the contract. */
export const createErrorHandler =
  (metrics: Metrics) =>
  (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): void => {
    // The client disconnected and its work was aborted: nothing failed, and there is nobody to tell.
    if (reply.raw.destroyed) return void reply.hijack()
    const refusal = toRefusal(error)
    const { status } = REFUSALS[refusal.code]
    recordRefusal(metrics, request.log, { refusal, error })
    if (status === 401 && !reply.hasHeader('www-authenticate')) {
      reply.header('www-authenticate', 'Footnote')
    }
    if (refusal.retryAfterSeconds !== undefined) {
      reply.header('retry-after', refusal.retryAfterSeconds)
    }
    if (refusal.cell !== undefined) reply.header('x-footnote-cell', refusal.cell)
    reply.status(status).send(toBody(refusal, request.id))
  }

export function toBody(refusal: Refusal, requestId: string): ErrorBody {
  const { code, message } = refusal
  const details = refusal.details ? { details: [...refusal.details] } : {}
  const { retryable } = REFUSALS[code]
  return { error: message, code, request_id: requestId, retryable, ...details }
}

function toRefusal(error: FastifyError | Refusal): Refusal {
  // An abort is a DOMException, whose code is a number.
  if (error instanceof Refusal || error instanceof DOMException) return findRefusal(error)
  const code = FASTIFY_CODES[error.code]
  if (code) return new Refusal(code)
  // Only Fastify's own errors: others may carry the status of another server.
  if (error.code?.startsWith('FST_') && isClientError(error.statusCode)) {
    return new Refusal('BAD_REQUEST')
  }
  return findRefusal(error)
}

/** The refusal for anything thrown, on every transport. */
export function findRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof z.ZodError) return refusalOfIssues(error)
  const cell = movedTo(error)
  if (cell !== null) return new Refusal('MOVED', { cell })
  if (isTransientError(error)) return new Refusal('UNAVAILABLE', { retryAfterSeconds: 1 })
  return new Refusal('INTERNAL')
}

const isClientError = (status = 500): boolean => status >= 400 && status < 500
