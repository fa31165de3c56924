import { z } from 'zod'
import { followDone } from './listing.ts'

export const SystemCheck = z
  .object({
    name: z
      .enum(['database', 'migrations', 'workers', 'queue', 'redis'])
      .describe('What it is of.'),
    ok: z.boolean().describe('false: look at it.'),
    message: z.string().describe('What was found, in a sentence.'),
  })
  .meta({ id: 'SystemCheck' })
export type SystemCheck = z.infer<typeof SystemCheck>

export const System = z
  .object({
    version: z.string().describe('The version of the process that answers this request.'),
    migrations: z
      .object({
        latest: z.string().nullable().describe('The last one applied; null: none.'),
        applied: z.int().describe('How many are applied.'),
        pending: z
          .array(z.string())
          .describe('Those that this version has and the database lacks.'),
      })
      .describe('The schema of the database.'),
    workers: z
      .array(z.object({ name: z.string().describe('Its host and process id.') }))
      .describe('Processes that take jobs now.'),
    queue: z
      .object({
        waiting: z.int().describe('Jobs that may run and wait for a worker.'),
        active: z.int().describe('Jobs in progress.'),
        failed: z.int().describe('Jobs that failed in every attempt and are still kept.'),
        oldest_seconds: z
          .int()
          .nullable()
          .describe('How long the oldest of the waiting has waited; null: none waits.'),
      })
      .nullable()
      .describe('Jobs of all knowledge bases; null: the database did not answer.'),
    database: z
      .object({
        version: z.string().nullable().describe('The version of PostgreSQL.'),
        pgvector: z.string().nullable().describe('The version of the extension.'),
        size_bytes: z.number().nullable().describe('The size of the whole database.'),
        latency_ms: z
          .number()
          .nullable()
          .describe('How long one statement took; null: the database did not answer.'),
      })
      .describe('Each is null when the database did not answer.'),
    redis: z
      .object({ latency_ms: z.number().nullable().describe('null: it did not answer.') })
      .nullable()
      .describe('null: not configured; limits are counted in each process.'),
    checks: z.array(SystemCheck).describe('One for each part.'),
  })
  .meta({ id: 'System', description: 'The state of the deployment.' })
export type System = z.infer<typeof System>

export const SystemEvent = z
  .object({ ...System.shape, done: followDone })
  .meta({ id: 'SystemEvent', description: 'The state of the deployment, now.' })
export type SystemEvent = z.infer<typeof SystemEvent>
