import { isDeepStrictEqual } from 'node:util'
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
  return auditedFields.flatMap((field) => {
    const to = fieldIn(body, field)
    if (to === undefined || sameJson(to, before?.[field])) return []
    return [{ field, ...(before ? { from: short(before[field]) } : {}), to: short(to) }]
  })
}

/** By its name: a body may be an upload, which has as many entries as bytes. */
const fieldIn = (body: unknown, field: string): unknown =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, field)
    ? Reflect.get(body, field)
    : undefined

/** In any order of their fields. */
const sameJson = (a: unknown, b: unknown): boolean => isDeepStrictEqual(asJson(a), asJson(b))

const asJson = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value))

function short(value: unknown): unknown {
  const text = JSON.stringify(value ?? null)
  return text.length <= MAX_VALUE_CHARACTERS
    ? (value ?? null)
    : `${text.slice(0, MAX_VALUE_CHARACTERS)}…`
}
