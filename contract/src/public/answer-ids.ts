import { z } from 'zod'

/** What a client needs to continue a conversation and to rate an answer. */
export const answerIdFields = {
  thread_id: z
    .string()
    .optional()
    .describe('Continues the conversation. Absent under Zero data retention.'),
  message_id: z
    .string()
    .optional()
    .describe('Rates this answer. Absent under Zero data retention.'),
}
