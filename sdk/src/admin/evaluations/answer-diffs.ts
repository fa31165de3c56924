import type { AdminCalls } from '../../wire/admin-calls.ts'
import type {
  AnswerDiff,
  AnswerDiffBody,
  AnswerDiffList,
  AnswerDiffWithItems,
  DiffAnswer,
  DiffCounts,
  DiffItem,
  DiffPageInput,
  DiffVerdict,
} from '../../wire/admin.ts'

export type {
  AnswerDiff,
  AnswerDiffList,
  AnswerDiffWithItems,
  DiffAnswer,
  DiffCounts,
  DiffItem,
  DiffPageInput,
  DiffVerdict,
}
export type AnswerDiffInput = AnswerDiffBody

/** What a change to the pages would do to the answers. */
export const answerDiffCalls = (calls: AdminCalls) => ({
  list: calls.listAnswerDiffs,
  /** Returns at once: a worker asks the questions. */
  start: calls.startAnswerDiff,
  get: calls.getAnswerDiff,
  remove: calls.deleteAnswerDiff,
})
