import type { AuditEvent } from '@footnote/contract/accounts/audit'
import { csvLine } from '../csv.ts'

const COLUMNS = [
  'id',
  'at',
  'actor',
  'actor_id',
  'token_id',
  'action',
  'target',
  'changes',
  'address',
  'request_id',
] as const satisfies readonly (keyof AuditEvent)[]

export const auditCsvHead = `${COLUMNS.join(',')}\r\n`

export const toCsvLine = (event: AuditEvent): string =>
  csvLine(COLUMNS.map((column) => event[column]))
