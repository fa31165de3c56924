import { v7 } from 'uuid'

/** UUIDv7, so that rows created one after another are neighbours in every index. */
export const newId = (): string => v7()

/** The smallest id of a millisecond. */
export function firstIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
