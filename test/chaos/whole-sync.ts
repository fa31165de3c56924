import { expect } from 'vitest'
import { NO_FAULTS } from './index-inspector.ts'
import type { openSyncInspector } from './sync-inspector.ts'

/** A killed worker's documents are retried after 20 s, and later each time. */
export const RECOVERY_MS = 300_000

type Inspector = ReturnType<typeof openSyncInspector>

/** All pages once, each with a reason, and a consistent index. */
export async function expectWhole(inspector: Inspector, pages: number): Promise<void> {
  expect(await inspector.pages()).toEqual([{ state: 'added', pages, without_reason: 0 }])
  expect(await inspector.documents()).toEqual([{ state: 'indexed', documents: pages }])
  expect(await inspector.strays()).toEqual({ strays: 0 })
  expect(await inspector.faults()).toEqual(NO_FAULTS)
}

export async function hasEnded(inspector: Inspector): Promise<boolean> {
  const { state } = await inspector.sync()
  return state !== 'queued' && state !== 'running'
}
