import type { AdminCalls } from '../../wire/admin-calls.ts'
import type {
  NewQuestionsBody,
  QuestionSet,
  QuestionSetBody,
  QuestionSetList,
  QuestionSetPatch,
  QuestionSetWithItems,
  SetQuestion,
  SetQuestionBody,
} from '../../wire/admin.ts'

export type { QuestionSet, QuestionSetList, QuestionSetWithItems, SetQuestion }
export type SetQuestionInput = SetQuestionBody
export type QuestionSetInput = QuestionSetBody
export type QuestionSetChange = QuestionSetPatch
export type NewQuestionsInput = NewQuestionsBody

/** Questions with what is expected of their answers. */
export const questionSetCalls = (calls: AdminCalls) => ({
  list: calls.listQuestionSets,
  create: calls.createQuestionSet,
  get: calls.getQuestionSet,
  /** Renames it, or replaces all of its questions. */
  change: calls.changeQuestionSet,
  remove: calls.deleteQuestionSet,
  /** Given, from a CSV file, readers', or generated from pages. */
  addQuestions: calls.addQuestions,
})
