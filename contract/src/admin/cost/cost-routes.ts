import { ADMIN_PREFIX } from '../../paths.ts'
import { anyRefusal, bodyRefusals, defineRoutes, json } from '../../route.ts'
import { AdminWorkspaceParams } from '../params.ts'
import { Limits, LimitsBody } from './limits.ts'
import { Prices, PricesBody } from './prices.ts'
import { UsageQuery, WorkspaceUsage } from './usage.ts'

const WORKSPACE = `${ADMIN_PREFIX}/workspaces/{workspaceId}`
const PRICES = `${WORKSPACE}/prices`
const LIMITS = `${WORKSPACE}/limits`

export const costRoutes = defineRoutes({
  getPrices: {
    method: 'get',
    path: PRICES,
    tag: 'admin',
    summary: 'Get what models cost',
    params: AdminWorkspaceParams,
    response: json(200, Prices),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  putPrices: {
    method: 'put',
    path: PRICES,
    tag: 'admin',
    summary: 'Set what models cost, from now on',
    params: AdminWorkspaceParams,
    body: PricesBody,
    response: json(200, Prices),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND'],
    role: 'admin',
    audit: 'prices.change',
    auditedFields: ['prices'],
  },
  getLimits: {
    method: 'get',
    path: LIMITS,
    tag: 'admin',
    summary: 'Get what may be used in a month and spent in a day',
    params: AdminWorkspaceParams,
    response: json(200, Limits),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  putLimits: {
    method: 'put',
    path: LIMITS,
    tag: 'admin',
    summary: 'Set what may be used in a month and spent in a day',
    params: AdminWorkspaceParams,
    body: LimitsBody,
    response: json(200, Limits),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND'],
    role: 'admin',
    audit: 'limits.change',
    auditedFields: ['monthly_question_allowance', 'alert_at_percent', 'daily_cost_cap'],
  },
  getWorkspaceUsage: {
    method: 'get',
    path: `${WORKSPACE}/usage`,
    tag: 'admin',
    summary: 'Get what is used of the limits, and of each day',
    params: AdminWorkspaceParams,
    query: UsageQuery,
    response: json(200, WorkspaceUsage),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
})
