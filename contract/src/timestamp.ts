import { z } from 'zod'

export const Timestamp = z.iso
  .datetime('must be a time in UTC, such as 2026-11-30T09:00:00Z')
  .meta({ id: 'Timestamp', title: 'ISO 8601, UTC' })
export type Timestamp = z.infer<typeof Timestamp>
