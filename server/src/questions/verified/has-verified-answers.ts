import { sql } from 'kysely'

/** Whether there is one that may be given, as part of a statement: without any, nothing is compared. */
export const hasVerifiedAnswers = sql<boolean>`exists (select from readable_verified_answers)`
