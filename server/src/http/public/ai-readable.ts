import { Readable } from 'node:stream'
import { isId } from '@footnote/contract/id'
import { rawRoutes } from '@footnote/contract/raw-routes'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { Published } from '../../knowledge/pages/published-pages.ts'
import { findPublished, readPublished } from '../../knowledge/pages/published-pages.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { RawRequest } from '../serve.ts'
import { serveRaw } from '../serve.ts'
import { llmsFullTxt, llmsTxt } from './llms-txt.ts'

/** Needs no key: serves what the operator chose to publish of a knowledge base's public documents. */
export const aiReadableRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    /** A knowledge base that publishes nothing looks like one that does not exist. */
    async function requirePublished(id: string, isShown: (published: Published) => boolean) {
      const published = isId(id) ? await findPublished(deps.db, id) : null
      if (!published || !isShown(published)) throw new Refusal('NOT_FOUND')
      return published
    }

    serveRaw(app, rawRoutes.llmsTxt, async ({ params }, reply) => {
      const published = await requirePublished(params.knowledgeBaseId, (each) => each.llmsTxt)
      return sendText(reply, Readable.from(llmsTxt(deps.db, published)))
    })
    serveRaw(app, rawRoutes.llmsFullTxt, async ({ params }, reply) => {
      const published = await requirePublished(params.knowledgeBaseId, (each) => each.llmsTxt)
      return sendText(reply, Readable.from(llmsFullTxt(deps.db, published)))
    })
    async function requirePage({ params, query }: RawRequest<typeof rawRoutes.page>) {
      const published = await requirePublished(params.knowledgeBaseId, (each) => each.pageMarkdown)
      const page = await readPublished(deps.db, published, query, 'page_markdown')
      if (!page) throw new Refusal('NOT_FOUND')
      return page
    }
    serveRaw(app, rawRoutes.pageMarkdown, async (request, reply) =>
      sendText(reply, (await requirePage(request)).markdown),
    )
    serveRaw(app, rawRoutes.page, async (request, reply) => {
      const { url, markdown } = await requirePage(request)
      reply.header('vary', 'accept')
      if (MARKDOWN.test(request.headers.accept ?? '')) return sendText(reply, markdown)
      return reply.header('cache-control', 'no-store').redirect(url, 302)
    })
  }

/** Browsers never ask for it by name; reading tools do. */
const MARKDOWN = /\btext\/markdown\b/i

/** Never cached: a cached copy would outlive the restriction of its document. */
const sendText = (reply: FastifyReply, text: Readable | string): FastifyReply =>
  reply
    .header('cache-control', 'no-store')
    .header('content-type', 'text/markdown; charset=utf-8')
    .send(text)
