import type { AuditEvent } from '@footnote/contract/accounts/audit'

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
  `${COLUMNS.map((column) => toCell(event[column])).join(',')}\r\n`

/** Always quoted. A leading apostrophe keeps a spreadsheet from running a formula. */
function toCell(value: unknown): string {
  const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
