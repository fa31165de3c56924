import { z } from 'zod'

export const Visibility = z.enum(['public', 'unlisted', 'restricted']).meta({
  id: 'Visibility',
  description:
    'public: used everywhere. unlisted: answers and search use it, starter questions do not. restricted: used nowhere.',
})
export type Visibility = z.infer<typeof Visibility>

/** What a reader may be shown. A restricted document in a response would be a bug. */
export const ReadableVisibility = z
  .enum(['public', 'unlisted'])
  .meta({ id: 'ReadableVisibility', description: 'Never restricted.' })
export type ReadableVisibility = z.infer<typeof ReadableVisibility>

const OPENNESS: Record<Visibility, number> = { restricted: 0, unlisted: 1, public: 2 }

export const moreOpen = (one: Visibility, other: Visibility): boolean =>
  OPENNESS[one] > OPENNESS[other]
