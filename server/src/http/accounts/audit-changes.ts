import type { AuditChange } from '@footnote/contract/accounts/audit'
import type { Route } from '@footnote/contract/route'

/** Longer values tell a person who reads the log nothing more. */
const MAX_VALUE_CHARACTERS = 500

type Fields = Readonly<Record<string, unknown>>

/** What a request changed, in the fields that its route lists. `before`: where the handler has read it. */
export function auditChanges(
  { method, auditedFields = [] }: Pick<Route, 'method' | 'auditedFields'>,
  body: unknown,
  before: Fields | undefined,
): AuditChange[] {
  // A deletion sends nothing: what it took away is what was there.
  if (method === 'delete') {
    return before ? auditedFields.map((field) => ({ field, from: short(before[field]) })) : []
  }
  const sent = fieldsOf(body)
  return auditedFields.flatMap((field) => {
    const to = sent[field]
    if (to === undefined || sameJson(to, before?.[field])) return []
    return [{ field, ...(before ? { from: short(before[field]) } : {}), to: short(to) }]
  })
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}

const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function short(value: unknown): unknown {
  const text = JSON.stringify(value ?? null)
  return text.length <= MAX_VALUE_CHARACTERS
    ? (value ?? null)
    : `${text.slice(0, MAX_VALUE_CHARACTERS)}…`
}
