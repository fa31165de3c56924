import type { Caller } from '../access/caller.ts'
import { createKeyUses } from '../access/clients/key-uses.ts'
import type { Db } from '../platform/database/db.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { WidgetLoads } from './widget-origins.ts'
import { createWidgetLoads } from './widget-origins.ts'

export type UseRecorders = {
  noteKey: (caller: Caller) => void
  widgetLoads: WidgetLoads
  close(): Promise<void>
}

/** When keys are used and where widgets are seen, written in the background. */
export function createUseRecorders(db: Db, log: Log): UseRecorders {
  const warn = (what: string) => (error: unknown) =>
    log.warn(errorFields(error), `${what} was not stored`)
  const keyUses = createKeyUses(db, warn('when keys were used'))
  const widgetLoads = createWidgetLoads(db, warn('where widgets were seen'))
  return {
    noteKey: ({ workspaceId, knowledgeBaseId, keyId }) =>
      keyUses.record({ tenant: { workspaceId, knowledgeBaseId }, keyId, usedAt: new Date() }),
    widgetLoads,
    async close() {
      await widgetLoads.close()
      await keyUses.close()
    },
  }
}
