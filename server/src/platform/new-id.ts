import { v7 } from 'uuid'

/** UUIDv7, so that rows created one after another are neighbours in every index. */
export const newId = (): string => v7()

/** In keys two of these characters name a cell. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The three hexadecimal digits that name a cell in ids: 62² cells fit into 12 bits. */
export function toDigits(cell: string): string {
  const [high = '', low = ''] = cell
  const number = BASE62.indexOf(high) * BASE62.length + BASE62.indexOf(low)
  return number.toString(16).padStart(3, '0')
}

/**
 * For a workspace or a knowledge base: three of its random digits, those after the version, name the cell
 * that it was made in, so an edge finds it without a look-up.
 */
export function newTenantId(cell: string): string {
  const id = newId()
  return `${id.slice(0, 15)}${toDigits(cell)}${id.slice(18)}`
}

/** The smallest id of a millisecond. */
export function firstIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
