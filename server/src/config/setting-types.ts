import { z } from 'zod'

/** An integer in the environment. */
export const count = z.coerce.number().int()

export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
