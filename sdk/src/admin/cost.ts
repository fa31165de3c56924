import type { AdminCalls } from '../wire/admin-calls.ts'
import type {
  GetWorkspaceUsageQuery,
  Limits,
  LimitsBody,
  Prices,
  PricesBody,
  WorkspaceUsage,
} from '../wire/admin.ts'

export type { Limits, Prices, WorkspaceUsage }
export type PricesInput = PricesBody
export type LimitsInput = LimitsBody
export type UsageInput = GetWorkspaceUsageQuery

/** What models cost. */
export const priceCalls = (calls: AdminCalls) => ({
  get: calls.getPrices,
  /** Replaces them all. */
  put: calls.putPrices,
})

/** What may be used in a month and spent in a day. */
export const limitCalls = (calls: AdminCalls) => ({
  get: calls.getLimits,
  /** Replaces them all. */
  put: calls.putLimits,
})
