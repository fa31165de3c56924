import { expect, test } from 'vitest'
import { run } from '../../bench/sockets.ts'

const OPTIONS = {
  short: process.env['CHAOS'] !== 'full',
  dataDir: '',
  modelDir: '',
  sets: null,
  dump: false,
  floor: false,
  pages: null,
  passages: null,
}

/** Resident, above what the process takes without them. */
const MOST_KB_PER_SOCKET = 64

test('idle connections are held in bounded memory, and a slow reader is cut off alone', async () => {
  const figures = await run(OPTIONS)
  expect(figures).toMatchObject({ idleDropped: 0, failed: 0, slowReaderCloseCode: 4429 })
  expect(figures['idleSocketKb']).toBeLessThan(MOST_KB_PER_SOCKET)
  expect(figures['besideAnswered']).toBeGreaterThan(0)
  expect(figures['duringSlowReaderAnswered']).toBeGreaterThan(0)
  // 20 s without a byte taken, after the connection was full.
  expect(figures['slowReaderCutAfterS']).toBeGreaterThan(19.9)
})
