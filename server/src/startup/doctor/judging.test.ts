import { expect, test } from 'vitest'
import { judgeJobs } from './check-jobs.ts'
import { checkDisk, checkNode, checkParser } from './check-process.ts'
import type { ServerFacts } from './check-server.ts'
import {
  judgeClock,
  judgeConnections,
  judgeSettings,
  judgeVector,
  judgeVersion,
} from './check-server.ts'
import type { Finding } from './finding.ts'

const HEALTHY: ServerFacts = {
  version: '17.2',
  version_number: 170_002,
  extensions: { vector: '0.8.0' },
  available_vector: '0.8.1',
  settings: {
    max_connections: '100',
    superuser_reserved_connections: '3',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    autovacuum: 'on',
    maintenance_work_mem: '65536',
  },
  clock_ahead: -0.02,
  processes: 1,
  others: 0,
}

const judge = (change: Partial<ServerFacts>): Finding[] => {
  const facts = { ...HEALTHY, ...change }
  return [
    judgeVersion(facts),
    judgeVector(facts),
    judgeClock(facts),
    judgeConnections(facts, 20),
    ...judgeSettings(facts),
  ].filter(({ state }) => state !== 'ok')
}
const setting = (name: string, value: string) => ({
  settings: { ...HEALTHY.settings, [name]: value },
})

test('a healthy PostgreSQL has nothing to remedy', () => {
  expect(judge({})).toEqual([])
})

test.each([
  ['an old server', { version: '14.9', version_number: 140_009 }, 'Move to PostgreSQL 15 or newer'],
  ['no pgvector', { extensions: {} }, 'create extension vector'],
  [
    'a server without pgvector',
    { extensions: {}, available_vector: null },
    'Install pgvector 0.8.0 or newer on the server',
  ],
  ['an old pgvector', { extensions: { vector: '0.7.4' } }, 'alter extension vector update'],
  [
    'an old pgvector everywhere',
    { extensions: { vector: '0.7.4' }, available_vector: '0.7.4' },
    'Install pgvector 0.8.0',
  ],
  ['a clock that is ahead', { clock_ahead: 90 }, 'set their clocks by NTP'],
  ['a clock that is behind', { clock_ahead: -90 }, 'set their clocks by NTP'],
  [
    'few connections',
    setting('max_connections', '50'),
    'Set max_connections to at least 53 in postgresql.conf and restart PostgreSQL, or DATABASE_CONNECTIONS to 18.',
  ],
  ['no fsync', setting('fsync', 'off'), 'Switch fsync on'],
  ['half written pages', setting('full_page_writes', 'off'), 'Switch full_page_writes on'],
  ['no autovacuum', setting('autovacuum', 'off'), 'Switch autovacuum on'],
])('%s is a problem, and the remedy is named', (_, change, remedy) => {
  const findings = judge(change)
  expect(findings).toEqual([
    expect.objectContaining({ state: 'problem', remedy: expect.stringContaining(remedy) }),
  ])
})

test('the connections of all processes are counted, and those of others', () => {
  const four = { processes: 4, others: 7 }
  expect(judge(four)).toEqual([
    {
      check: 'connections',
      state: 'warning',
      message: 'PostgreSQL allows 97 connections; 4 processes may open 50 each, and others have 7.',
      remedy:
        'Set max_connections to at least 210 in postgresql.conf and restart PostgreSQL, or DATABASE_CONNECTIONS to 6.',
    },
  ])
  expect(judge({ ...four, ...setting('max_connections', '210') })).toEqual([])
  expect(judge({ ...four, ...setting('max_connections', '209') })).toHaveLength(1)
  // The smallest pools would not fit either.
  expect(judge({ processes: 9 })).toEqual([
    expect.objectContaining({ remedy: expect.not.stringContaining('DATABASE_CONNECTIONS') }),
  ])
})

test('what only costs time or the last second is a warning', () => {
  expect(judge(setting('synchronous_commit', 'off'))).toMatchObject([{ state: 'warning' }])
  expect(judge(setting('maintenance_work_mem', '16384'))).toMatchObject([{ state: 'warning' }])
})

test('an old Node, a missing prlimit and a full disk are problems', async () => {
  expect(checkNode('24.1.0')).toMatchObject({ state: 'ok' })
  expect(checkNode('22.3.0')).toMatchObject({
    state: 'problem',
    remedy: 'Run Footnote with Node 24 or newer.',
  })
  expect(await checkParser(Promise.resolve('missing'))).toMatchObject({
    state: 'problem',
    remedy: expect.stringContaining('util-linux'),
  })
  expect(await checkParser(Promise.resolve('unsupported'))).toMatchObject({ state: 'warning' })
  const disk = (bytes: number) =>
    checkDisk('/tmp', () => Promise.resolve({ bavail: bytes, bsize: 1 }))
  expect(await disk(20e9)).toMatchObject({ state: 'ok' })
  expect(await disk(5e8)).toMatchObject({ state: 'warning' })
  expect(await disk(1e6)).toMatchObject({
    state: 'problem',
    remedy: expect.stringContaining('Free some space'),
  })
})

test('jobs that wait for long are a problem, with or without a worker', () => {
  const queue = { waiting: 0, active: 0, failed: 0, oldest_seconds: null }
  const late = { ...queue, waiting: 3, oldest_seconds: 4_000 }
  const states = (found: Finding[]) => found.map(({ state }) => state)
  expect(states(judgeJobs({ workers: ['host:1'], queue }))).toEqual(['ok', 'ok'])
  expect(states(judgeJobs({ workers: [], queue }))).toEqual(['warning', 'ok'])
  // As after a restore, or between two workers: they are taken once one starts.
  const fresh = { ...queue, waiting: 3, oldest_seconds: 20 }
  expect(states(judgeJobs({ workers: [], queue: fresh }))).toEqual(['warning', 'ok'])
  expect(states(judgeJobs({ workers: [], queue: late }))).toEqual(['problem', 'problem'])
  expect(judgeJobs({ workers: ['host:1'], queue: late })[1]).toMatchObject({
    state: 'problem',
    remedy: expect.stringContaining('WORKER_CONCURRENCY'),
  })
})
