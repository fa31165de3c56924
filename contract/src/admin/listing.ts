import { z } from 'zod'
import { cappedCountInQuery } from '../counts.ts'
import {
  DEFAULT_FOLLOW_SECONDS,
  DEFAULT_LIST_LIMIT,
  MAX_CURSOR_CHARACTERS,
  MAX_FOLLOW_SECONDS,
  MAX_LIST_LIMIT,
} from '../limits.ts'
import { limitedText } from '../text.ts'

/** One page of a listing, in the order of ids. */
export const ListQuery = z.strictObject({
  limit: cappedCountInQuery(DEFAULT_LIST_LIMIT, MAX_LIST_LIMIT).describe(
    `How many to return. Above ${MAX_LIST_LIMIT} counts as ${MAX_LIST_LIMIT}.`,
  ),
  cursor: limitedText(MAX_CURSOR_CHARACTERS)
    .optional()
    .describe('The `next_cursor` of the previous page.'),
})
export type ListQuery = z.infer<typeof ListQuery>

/** For streams of what has no end of its own. */
export const FollowQuery = z.strictObject({
  seconds: cappedCountInQuery(DEFAULT_FOLLOW_SECONDS, MAX_FOLLOW_SECONDS).describe(
    `How long to follow. Above ${MAX_FOLLOW_SECONDS} counts as ${MAX_FOLLOW_SECONDS}.`,
  ),
})
export type FollowQuery = z.infer<typeof FollowQuery>

export const followDone = z
  .boolean()
  .describe('true: the time is over, and no event follows. Follow again to go on.')

export const LifeState = z.enum(['active', 'deleting']).meta({
  id: 'LifeState',
  description: 'deleting: readers no longer see it, and its data is being removed.',
})
export type LifeState = z.infer<typeof LifeState>

export const nextCursor = z
  .string()
  .nullable()
  .describe('Send it as `cursor` to get the next page. null on the last one.')
