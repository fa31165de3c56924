export const STATES = ['open', 'resolved', 'ignored'] as const
export type GapState = (typeof STATES)[number]
