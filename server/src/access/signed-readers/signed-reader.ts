import { createHash } from 'node:crypto'
import { isId } from '@footnote/contract/id'

/** Somebody who signed in: at their company, which signed a token, or here, to connect an AI tool. */
export type SignedReader = {
  /** Whose conversations are theirs: a digest in hex, so that the database has no names. */
  owner: string
  /** Their id at the company; null: they signed in here. */
  subject: string | null
  /** The groups of signed readers that they may read. */
  groupIds: readonly string[]
  /** null: they signed in here. */
  token: { signerId: string; version: number; expiresAt: Date } | null
}

/** A group that only signed readers read. */
export type SignedGroup = { id: string; name: string }

/** The same person of another signer is somebody else. */
export const hashOwner = (
  of: { signerId: string; subject: string } | { readerId: string },
): string =>
  createHash('sha256')
    .update(JSON.stringify('readerId' in of ? ['reader', of.readerId] : [of.signerId, of.subject]))
    .digest('hex')

/** Groups are named by id, or by name as the company's own login may know them. Others are nothing here. */
export const findNamedGroups = (
  groups: readonly SignedGroup[],
  named: readonly string[],
): string[] => {
  const wanted = new Set(named)
  return groups
    .filter(({ id, name }) => wanted.has(id) || (!isId(name) && wanted.has(name)))
    .map(({ id }) => id)
}
