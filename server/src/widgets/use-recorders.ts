import type { Caller } from '../access/caller.ts'
import { createKeyUses } from '../access/clients/key-uses.ts'
import type { FailureRecorder } from '../analytics/failures.ts'
import { createFailureRecorder } from '../analytics/failures.ts'
import type { Db } from '../platform/database/db.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { WidgetLoads } from './widget-origins.ts'
import { createWidgetLoads } from './widget-origins.ts'

export type UseRecorders = {
  noteKey: (caller: Caller) => void
  recorders: { widgetLoads: WidgetLoads; failures: FailureRecorder }
  close(): Promise<void>
}

/** When keys are used, where widgets are seen and which answers failed, written in the background. */
export function createUseRecorders(db: Db, log: Log): UseRecorders {
  const warn = (what: string) => (error: unknown) =>
    log.warn(errorFields(error), `${what} was not stored`)
  const keyUses = createKeyUses(db, warn('when keys were used'))
  const widgetLoads = createWidgetLoads(db, warn('where widgets were seen'))
  const failures = createFailureRecorder(db, warn('what failed'))
  return {
    noteKey: ({ workspaceId, knowledgeBaseId, keyId }) =>
      keyUses.record({ tenant: { workspaceId, knowledgeBaseId }, keyId, usedAt: new Date() }),
    recorders: { widgetLoads, failures },
    async close() {
      await widgetLoads.close()
      await keyUses.close()
      await failures.close()
    },
  }
}
