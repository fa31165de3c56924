import type { ChaosPostgres } from '../support/chaos/postgres.ts'
import { asSuperuser } from '../support/chaos/scan.ts'

/** Faults that a question meets between two of its statements, and within one. */
const BREAKS: readonly (readonly [string, string])[] = [
  [
    'revoke select on readable_passages from footnote_api',
    'grant select on readable_passages to footnote_api',
  ],
  [
    'revoke insert on question_reservations from footnote_api',
    'grant insert on question_reservations to footnote_api',
  ],
  [
    'revoke update on question_counts from footnote_api',
    'grant update on question_counts to footnote_api',
  ],
  [
    'alter table question_counts add constraint broken check (answered < 0) not valid',
    'alter table question_counts drop constraint broken',
  ],
  [
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'footnote_api'",
    'select 1',
  ],
]

/**
 * Breaks and repairs the database in one way after another, so many times each. `someQuestions` resolves
 * once a few that begin from now on are over: each fault is met, and so is the database without it.
 */
export async function breakDatabase(
  postgres: ChaosPostgres,
  rounds: number,
  someQuestions: () => Promise<unknown>,
): Promise<number> {
  const breaks = Array.from({ length: rounds }, () => BREAKS).flat()
  for (const [broken, repaired] of breaks) {
    await asSuperuser(postgres, broken)
    await someQuestions()
    await asSuperuser(postgres, repaired)
    await someQuestions()
  }
  return breaks.length
}
