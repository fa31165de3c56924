import { expect, test } from 'vitest'
import { run } from '../../bench/sockets.ts'

const OPTIONS = {
  short: process.env['CHAOS'] !== 'full',
  dataDir: '',
  modelDir: '',
  sets: null,
  dump: false,
  train: false,
  floor: false,
  pages: null,
  passages: null,
  questions: null,
  against: null,
  before: null,
}

/** Resident memory beyond that of the process without them. */
const MAX_KB_PER_SOCKET = 64

test('idle connections use bounded memory, and only a slow client is disconnected', async () => {
  const figures = await run(OPTIONS)
  expect(figures).toMatchObject({ idleDropped: 0, failed: 0, slowReaderCloseCode: 4429 })
  expect(figures['idleSocketKb']).toBeLessThan(MAX_KB_PER_SOCKET)
  expect(figures['besideAnswered']).toBeGreaterThan(0)
  expect(figures['duringSlowReaderAnswered']).toBeGreaterThan(0)
  // 20 s without a byte read, after the connection was full.
  expect(figures['slowReaderCutAfterS']).toBeGreaterThan(19.9)
})
