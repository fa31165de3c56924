import { z } from 'zod'

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export const Id = z
  .string()
  .regex(UUID_V7, 'is not a valid id')
  .meta({ id: 'Id', format: 'uuid', title: 'UUIDv7, lower case' })
export type Id = z.infer<typeof Id>

export function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID_V7.test(value)
}

/**
 * An id in a path where a malformed one must be treated as unknown (403 or 404) instead of
 * a 400. The route checks it with `isId` before it reaches SQL.
 */
export const PathId = z.string().meta({ id: 'PathId', format: 'uuid', title: 'An id' })
export type PathId = z.infer<typeof PathId>
