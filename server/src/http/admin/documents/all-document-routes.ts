import type { FastifyPluginAsync } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bulkRoutes } from './bulk.ts'
import { documentCitationRoutes } from './citations.ts'
import { documentContentRoutes } from './content.ts'
import { documentRoutes } from './documents.ts'
import { explainRoutes } from './explain.ts'
import { passageRoutes } from './passages.ts'

/** Documents, their passages, and why one is not found. */
export const allDocumentRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    await app.register(documentRoutes(deps))
    await app.register(bulkRoutes(deps))
    await app.register(documentContentRoutes(deps))
    await app.register(documentCitationRoutes(deps))
    await app.register(passageRoutes(deps))
    await app.register(explainRoutes(deps))
  }
