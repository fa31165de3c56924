import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../platform/refusal.ts'

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** Refuses what another cell serves, on every route whose path names it, before anything else is done. */
export function addMovedHook(
  app: FastifyInstance,
  movedTo: (id: string) => string | undefined,
): void {
  app.addHook('onRequest', async ({ url }) => {
    for (const [id] of (url.split('?', 1)[0] ?? '').matchAll(ID)) {
      const cell = movedTo(id.toLowerCase())
      if (cell !== undefined) throw new Refusal('MOVED', { cell })
    }
  })
}
