import { Readable } from 'node:stream'
import { isId } from '@footnote/contract/id'
import { KnowledgeBaseParams } from '@footnote/contract/params'
import { HttpUrl } from '@footnote/contract/text'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Published } from '../../knowledge/published-pages.ts'
import { findPublished, readPublished } from '../../knowledge/published-pages.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { llmsFullTxt, llmsTxt } from './llms-txt.ts'

const PATH = '/knowledge-bases/:knowledgeBaseId'
const PageQuery = z.object({ url: HttpUrl })
type PageQuery = z.infer<typeof PageQuery>

/** Without a key: what the operator chose to show of a knowledge base's public documents. */
export const aiReadableRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    /** One that shows nothing looks like one that does not exist. */
    async function requirePublished(id: string, isShown: (published: Published) => boolean) {
      const published = isId(id) ? await findPublished(deps.db, id) : null
      if (!published || !isShown(published)) throw new Refusal('NOT_FOUND')
      return published
    }

    app.get(
      `${PATH}/llms.txt`,
      { schema: { params: KnowledgeBaseParams } },
      async (request, reply) => {
        const id = request.params.knowledgeBaseId
        const published = await requirePublished(id, (each) => each.llmsTxt)
        return sendText(reply, Readable.from(llmsTxt(deps.db, published)))
      },
    )
    app.get(
      `${PATH}/llms-full.txt`,
      { schema: { params: KnowledgeBaseParams } },
      async (request, reply) => {
        const id = request.params.knowledgeBaseId
        const published = await requirePublished(id, (each) => each.llmsTxt)
        return sendText(reply, Readable.from(llmsFullTxt(deps.db, published)))
      },
    )
    const ofPage = { schema: { params: KnowledgeBaseParams, querystring: PageQuery } }
    const requirePage = async ({ knowledgeBaseId }: KnowledgeBaseParams, query: PageQuery) => {
      const published = await requirePublished(knowledgeBaseId, (each) => each.pageMarkdown)
      const page = await readPublished(deps.db, published, query, 'page_markdown')
      if (!page) throw new Refusal('NOT_FOUND')
      return page
    }
    app.get(`${PATH}/page.md`, ofPage, async (request, reply) =>
      sendText(reply, (await requirePage(request.params, request.query)).markdown),
    )
    app.get(`${PATH}/page`, ofPage, async (request, reply) => {
      const { url, markdown } = await requirePage(request.params, request.query)
      reply.header('vary', 'accept')
      if (MARKDOWN.test(request.headers.accept ?? '')) return sendText(reply, markdown)
      return reply.header('cache-control', 'no-store').redirect(url, 302)
    })
  }

/** Browsers never name it; tools that read do. */
const MARKDOWN = /\btext\/markdown\b/i

/** Never kept by a cache: it would outlive the restriction of a document. */
const sendText = (reply: FastifyReply, text: Readable | string): FastifyReply =>
  reply
    .header('cache-control', 'no-store')
    .header('content-type', 'text/markdown; charset=utf-8')
    .send(text)
