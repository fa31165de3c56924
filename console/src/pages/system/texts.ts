import { t as shared } from '../../texts.ts'

const system = {
  title: 'System',
  lead: 'The state of this installation.',
  checks: 'Checks',
  names: {
    database: 'Database',
    migrations: 'Schema',
    workers: 'Workers',
    queue: 'Queue',
    redis: 'Redis',
  },
  ok: 'Fine',
  notOk: 'Look at it',
  service: 'Service',
  version: 'Version',
  migration: 'Latest migration',
  pending: 'Migrations to apply',
  database: 'Database',
  postgres: 'PostgreSQL',
  pgvector: 'pgvector',
  size: 'Size',
  latency: 'Answers in',
  ms: (ms: string) => `${ms} ms`,
  redis: 'Redis',
  noRedis: 'Not configured. Each process counts its own limits.',
  noAnswer: 'No answer',
  queue: 'Queue',
  waiting: 'Waiting',
  active: 'In progress',
  failed: 'Failed',
  oldest: 'Oldest waits',
  workers: 'Workers',
  noWorkers: 'No worker takes jobs, so nothing is indexed or synced.',
}

export const t = { ...shared, system }
