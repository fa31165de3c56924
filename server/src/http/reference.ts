import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildOpenapi } from '@footnote/contract/openapi'
import { renderReference } from '@footnote/contract/reference-page'
import { servedRoutes } from '@footnote/contract/routes'
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../platform/refusal.ts'
import type { Deps } from './deps.ts'

const ERROR_PAGES_DIR = join(import.meta.dirname, '../../../docs/errors')

/** A dagger, the printer's footnote mark. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0b6e4f" d="M14 3h4v6h6v4h-6v16h-4V13H8V9h6z"/></svg>'

/** The contract as a document, as a page, and a page for each error code. */
export const referenceRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const document = buildOpenapi(servedRoutes, { version: deps.version })
    const page = renderReference(document)
    app.get('/favicon.ico', async (_request, reply) => reply.type('image/svg+xml').send(ICON))
    app.get('/openapi.json', async () => document)
    app.get('/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
    app.get('/docs/errors', async (_request, reply) => {
      const text = await readFile(join(ERROR_PAGES_DIR, 'README.md'), 'utf8')
      return reply.type('text/plain; charset=utf-8').send(text)
    })
    app.get<{ Params: { code: string } }>('/docs/errors/:code', async (request, reply) => {
      const { code } = request.params
      if (!/^[A-Z_]{1,40}$/.test(code)) throw new Refusal('NOT_FOUND')
      const text = await readFile(join(ERROR_PAGES_DIR, `${code}.md`), 'utf8').catch(() => {
        throw new Refusal('NOT_FOUND')
      })
      return reply.type('text/plain; charset=utf-8').send(text)
    })
  }
