import type { AdminCalls } from '../../wire/admin-calls.ts'
import type { PinRule, SavedSearchRule, SearchRule, SynonymRule } from '../../wire/admin.ts'

export type { PinRule, SavedSearchRule, SearchRule, SynonymRule }

/** What editors tell the search, such as synonyms. */
export const searchRuleCalls = (calls: AdminCalls) => ({
  list: calls.listSearchRules,
  create: calls.createSearchRule,
  /** Replaces the whole rule. */
  put: calls.putSearchRule,
  remove: calls.deleteSearchRule,
})
