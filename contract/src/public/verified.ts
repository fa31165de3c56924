import { Timestamp } from '../timestamp.ts'

export const verifiedFields = {
  verified_at: Timestamp.optional().describe(
    'The docs team wrote this answer, and verified it at this time: say so beside it. Left out of every other answer.',
  ),
}
