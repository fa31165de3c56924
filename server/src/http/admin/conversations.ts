import type { Erasure } from '@footnote/contract/admin/conversations'
import { conversationRoutes as routes } from '@footnote/contract/admin/routes/conversation-routes'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { countReadersNamed, deleteReadersNamed } from '../../access/readers/readers.ts'
import { deleteContactsOf } from '../../conversations/contacts.ts'
import {
  countThreads,
  deleteMessage,
  deleteThread,
  deleteThreads,
} from '../../conversations/delete-conversations.ts'
import type { Db } from '../../platform/database/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'
import { asOperator } from './as-operator.ts'

/** Conversations per transaction. There may be many: a client may give all its readers one name. */
const BATCH_THREADS = 500

export const conversationRoutes =
  ({ operatorDb: db }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, routes.deleteMessage, async (request) => {
      await asOperator(db, request, async (tx) => {
        if (!(await deleteMessage(tx, request.params.messageId))) throw new Refusal('NOT_FOUND')
      })
    })
    serve(app, routes.deleteThread, async (request) => {
      await asOperator(db, request, async (tx) => {
        if (!(await deleteThread(tx, request.params.threadId))) throw new Refusal('NOT_FOUND')
      })
    })
    // The name is in the body, so that no access log has it.
    serve(app, routes.eraseAsker, async (request) => {
      const { asker, dry_run } = request.body
      if (!dry_run) return erase(db, request, asker)
      return asOperator(db, request, (tx) => countErasure(tx, asker), { changesNothing: true })
    })
  }

const countErasure = async (tx: TenantTransaction, asker: string): Promise<Erasure> => ({
  ...(await countThreads(tx, asker)),
  ...(await countReadersNamed(tx, asker)),
})

/** Can be repeated after a failure. The audit log records that it was done, but not for whom. */
async function erase(db: Db, request: FastifyRequest, asker: string): Promise<Erasure> {
  const { tenant, readers } = await asOperator(db, request, async (tx, own) => ({
    tenant: own,
    readers: await deleteReadersNamed(tx, asker),
    contacts: await deleteContactsOf(tx, asker),
  }))
  const erased = { threads: 0, messages: 0, ...readers }
  for (;;) {
    const part = await withTenant(db, tenant, (tx) => deleteThreads(tx, asker, BATCH_THREADS))
    if (part.threads === 0) return erased
    erased.threads += part.threads
    erased.messages += part.messages
  }
}
