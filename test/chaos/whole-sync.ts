import { expect } from 'vitest'
import type { openSyncInspector } from './sync-inspector.ts'

/** A killed worker's documents come back after 20 s, and later each time it happens to them. */
export const RECOVERY_MS = 300_000

type Inspector = ReturnType<typeof openSyncInspector>

/** All pages, once, each with a reason; and an index without a fault. */
export async function expectWhole(inspector: Inspector, pages: number): Promise<void> {
  expect(await inspector.pages()).toEqual([{ state: 'added', pages, without_reason: 0 }])
  expect(await inspector.documents()).toEqual([{ state: 'indexed', documents: pages }])
  expect(await inspector.strays()).toEqual({ strays: 0 })
  expect(await inspector.faults()).toEqual({
    doubledPassages: 0,
    documentsWithGaps: 0,
    documentsMiscounted: 0,
    passagesWithoutOneVector: 0,
    termsMiscounted: 0,
  })
}

export async function hasEnded(inspector: Inspector): Promise<boolean> {
  const { state } = await inspector.sync()
  return state !== 'queued' && state !== 'running'
}
