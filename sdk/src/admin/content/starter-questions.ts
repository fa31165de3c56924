import type { AdminCalls } from '../../wire/admin-calls.ts'
import type { StarterQuestions } from '../../wire/admin.ts'

export type { StarterQuestions }

/** Starter questions generated from page titles. */
export const starterQuestionCalls = (calls: AdminCalls) => ({
  list: calls.listStarterQuestions,
  /** Queues a refresh; `refreshed_at` changes once the new questions are there. */
  refresh: calls.refreshStarterQuestions,
})
