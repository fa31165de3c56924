import { errorFields } from '../platform/log.ts'
import { ModelError } from './model-error.ts'
import { ModelFailure } from './model-failure.ts'

export type FailureFields = Record<string, string | number | undefined>

/** What the log may say about any failure: no prompt, no document, no key. */
export function failureFields(error: unknown): FailureFields {
  if (error instanceof ModelFailure) {
    const { code, model, statusCode: status, reasons } = error
    const reason = reasons.length === 0 ? undefined : reasons.join(', ')
    return { ...errorFields(error), code, model, status, reason }
  }
  const status = error instanceof ModelError ? error.statusCode : undefined
  return { ...errorFields(error), status }
}
