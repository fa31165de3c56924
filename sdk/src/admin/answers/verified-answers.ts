import type { AdminCalls } from '../../wire/admin-calls.ts'
import type {
  VerifiedAnswer,
  VerifiedAnswerBody,
  VerifiedAnswerPatch,
  VerifiedSource,
} from '../../wire/admin.ts'

export type { VerifiedAnswer, VerifiedSource }
export type VerifiedAnswerInput = VerifiedAnswerBody
export type VerifiedAnswerChange = VerifiedAnswerPatch

/** Answers that the team has written itself. */
export const verifiedAnswerCalls = (calls: AdminCalls) => ({
  list: calls.listVerifiedAnswers,
  create: calls.createVerifiedAnswer,
  /** Without a field it is confirmed as it is. */
  change: calls.changeVerifiedAnswer,
  remove: calls.deleteVerifiedAnswer,
})
