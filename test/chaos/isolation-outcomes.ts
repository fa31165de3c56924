import type { RefusalCode } from '@footnote/contract/errors'

/** A wrong id: another tenant's, nobody's, or not an id. */
export type ForeignKind = 'existing' | 'unknown' | 'malformed'

/**
 * `served` means that only the tenant whose id stands in the path is in the answer; `directory`, that
 * it is the operator's list of all tenants.
 */
export type Outcome = 'served' | 'directory' | RefusalCode

export type Expectation = Readonly<Record<ForeignKind, Outcome>>

export const same = (outcome: Outcome): Expectation => ({
  existing: outcome,
  unknown: outcome,
  malformed: outcome,
})

/** What belongs to one tenant is not found under another. */
export const NOT_FOUND: Expectation = {
  existing: 'NOT_FOUND',
  unknown: 'NOT_FOUND',
  malformed: 'BAD_REQUEST',
}
/** The operator may name every tenant. */
export const OPERATOR: Expectation = { ...NOT_FOUND, existing: 'served' }
/** The group in the body belongs to the tenant that the path should name. */
export const OTHER_TENANTS_GROUP: Expectation = { ...NOT_FOUND, existing: 'GROUP_NOT_ALLOWED' }
export const GROUP: Expectation = { ...same('GROUP_NOT_ALLOWED'), malformed: 'BAD_REQUEST' }
/** A cursor: the page that follows is the tenant's own. */
export const CURSOR: Expectation = { ...same('served'), malformed: 'BAD_REQUEST' }

/** A cursor in the operator's list of workspaces. */
export const DIRECTORY: Expectation = { ...same('directory'), malformed: 'BAD_REQUEST' }

/** The same by the key of a page, which is free text. */
export const KEY_CURSOR: Expectation = same('served')

/** The contract distinguishes another knowledge base's message from an unknown one. */
export const MESSAGE: Expectation = { ...NOT_FOUND, existing: 'FORBIDDEN' }

/** In a body, an invalid id starts a new conversation. */
export const THREAD: Expectation = { ...NOT_FOUND, malformed: 'served' }

/** Nothing was re-embedded, so there is nothing to roll back to. */
export const NOTHING_BEFORE: Expectation = { ...NOT_FOUND, existing: 'CONFLICT' }
