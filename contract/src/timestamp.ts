import { z } from 'zod'

export const Timestamp = z.iso.datetime().meta({ id: 'Timestamp', title: 'ISO 8601, UTC' })
export type Timestamp = z.infer<typeof Timestamp>
