import { readerRoutes } from '@footnote/contract/public/public-routes'
import type { FastifyPluginAsync } from 'fastify'
import { storeContact } from '../../conversations/contacts.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'

export const contactRoutes =
  ({ db, mail }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, readerRoutes.contact, async ({ caller, body }) => {
      await storeContact(db, caller, body, mail !== null)
      return { id: body.id }
    })
  }
