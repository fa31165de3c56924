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
  ok: 'OK',
  notOk: 'Needs attention',
  service: 'Service',
  version: 'Version',
  migration: 'Latest migration',
  pending: 'Pending migrations',
  database: 'Database',
  postgres: 'PostgreSQL',
  pgvector: 'pgvector',
  size: 'Size',
  latency: 'Latency',
  ms: (ms: string) => `${ms} ms`,
  redis: 'Redis',
  noRedis: 'Not configured, so each process counts its own limits.',
  noAnswer: 'No response',
  queue: 'Queue',
  waiting: 'Waiting',
  active: 'In progress',
  failed: 'Failed',
  oldest: 'Oldest job waiting',
  workers: 'Workers',
  noWorkers: 'No worker is running, so nothing is indexed or synced.',
}

export const t = { ...shared, system }
