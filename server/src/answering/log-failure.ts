import type { StreamFailureCode } from '@footnote/contract/errors'
import { failureFields } from '../models/failure-fields.ts'
import { ModelFailure } from '../models/model-failure.ts'
import type { Log } from '../platform/log.ts'
import { AllowanceSpent } from '../workspaces/quota.ts'
import type { AdmittedQuestion } from './admit.ts'
import { AccessRevoked } from './revalidate-access.ts'

/** Lets an operator look up by `request_id` why there was no answer. */
export function logFailure(
  log: Log,
  question: AdmittedQuestion,
  code: StreamFailureCode,
  error: unknown,
): void {
  const fields = { ...failureFields(error), ...aboutQuestion(question), code }
  const reason = error instanceof AccessRevoked ? { reason: error.what } : {}
  log[pickLevel(code, error)]({ ...fields, ...reason }, 'an answer failed')
}

/** Identifies the question without saying what was asked. */
export const aboutQuestion = ({ requestId, caller }: AdmittedQuestion) => ({
  request_id: requestId,
  knowledge_base_id: caller.knowledgeBaseId,
})

/** `error`: our own fault. `info`: nothing for the operator to fix. */
function pickLevel(code: StreamFailureCode, error: unknown): 'error' | 'warn' | 'info' {
  if (code === 'cancelled' || error instanceof AllowanceSpent) return 'info'
  return code === 'internal' && !(error instanceof ModelFailure) ? 'error' : 'warn'
}
