import { ADMIN_PREFIX } from '../../paths.ts'
import { anyRefusal, bodyRefusals, defineRoutes, json } from '../../route.ts'
import { AdminWorkspaceParams } from '../params.ts'
import { Prices, PricesBody } from './prices.ts'

const PRICES = `${ADMIN_PREFIX}/workspaces/{workspaceId}/prices`

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
})
