import { z } from 'zod'
import { AdminWorkspaceParams } from '../admin/params.ts'
import { ADMIN_PREFIX } from '../paths.ts'
import { anyRefusal, defineRoutes, json } from '../route.ts'
import { AuditEventList, AuditExportQuery, AuditQuery } from './audit.ts'

const WORKSPACE = `${ADMIN_PREFIX}/workspaces/{workspaceId}`
const csv = { status: 200, schema: z.string(), contentType: 'text/csv' } as const

/** Who did what. Rows are added and never changed. */
export const auditRoutes = defineRoutes({
  listAuditEvents: {
    method: 'get',
    path: `${WORKSPACE}/audit`,
    tag: 'admin',
    summary: 'List what was changed in a workspace, and by whom, newest first',
    params: AdminWorkspaceParams,
    query: AuditQuery,
    response: json(200, AuditEventList),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'admin',
  },
  exportAuditEvents: {
    method: 'get',
    path: `${WORKSPACE}/audit.csv`,
    tag: 'admin',
    summary: 'Get the audit log of a workspace as CSV, oldest first',
    params: AdminWorkspaceParams,
    query: AuditExportQuery,
    response: csv,
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'admin',
    takesLong: true,
  },
  listInstallationEvents: {
    method: 'get',
    path: `${ADMIN_PREFIX}/audit`,
    tag: 'admin',
    summary: 'List sign-ins and changes to accounts, newest first',
    query: AuditQuery,
    response: json(200, AuditEventList),
    refusals: [...anyRefusal, 'BAD_REQUEST'],
    role: 'owner',
  },
})
