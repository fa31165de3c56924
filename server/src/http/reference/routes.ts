import { applicationFile } from '../../platform/application-files.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from '../../platform/once.ts'
import type { PublishedDocument } from './openapi/shared-responses.ts'
import { inlineResponses } from './openapi/shared-responses.ts'
import { LOGO } from './page/brand.ts'
import { renderErrorPage } from './page/error-page.ts'
import { renderReference } from './page/reference-page.ts'
import { REFERENCE_PATHS } from '@footnote/contract/paths'
import { describeStart, renderStart } from './start-page.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { fastifyUrl } from '../serve.ts'
import type { PreparedPage } from './prepared-page.ts'
import { appendVary, preparePage, sendPage } from './prepared-page.ts'

const ERROR_PAGES_DIR = applicationFile('docs/errors')
/** scripts/write-openapi.ts writes it from the contract; building it here would take most of the start. */
const OPENAPI_FILE = applicationFile('docs/reference/openapi.json')

const HTML = 'text/html; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'

/** Used where PUBLIC_URL is not set. */
const SOME_ADDRESS = 'https://YOUR_ADDRESS'

/** The OpenAPI document, the reference page and a page per error code. */
export const referenceRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const text = await readFile(OPENAPI_FILE, 'utf8')
    const document = once((): PublishedDocument => JSON.parse(text))
    const serve = (url: string, page: PreparedPage) =>
      app.get(url, async (request, reply) => sendPage(request, reply, page))

    const start = {
      page: preparePage(HTML, () => renderStart(deps.version, deps.publicUrl ?? SOME_ADDRESS)),
      json: preparePage(JSON_TYPE, () => JSON.stringify(describeStart(deps.version))),
    }
    app.get(REFERENCE_PATHS.start, async (request, reply) => {
      appendVary(reply, 'accept')
      return sendPage(request, reply, wantsJson(request.headers.accept) ? start.json : start.page)
    })
    serve(
      REFERENCE_PATHS.favicon,
      preparePage('image/svg+xml', () => LOGO.html),
    )
    serve(
      REFERENCE_PATHS.openapi,
      preparePage(JSON_TYPE, () => JSON.stringify(document())),
    )
    serve(
      REFERENCE_PATHS.reference,
      preparePage(HTML, () => renderReference(inlineResponses(document()))),
    )

    const pages = await readErrorPages()
    const sendError = (request: FastifyRequest, reply: FastifyReply, code: string) => {
      const page = pages.get(code)
      if (!page) throw new Refusal('NOT_FOUND')
      appendVary(reply, 'accept')
      return sendPage(request, reply, wantsHtml(request.headers.accept) ? page.html : page.text)
    }
    app.get(REFERENCE_PATHS.errors, async (request, reply) => sendError(request, reply, 'README'))
    app.get<{ Params: { code: string } }>(
      fastifyUrl(REFERENCE_PATHS.error),
      async (request, reply) => sendError(request, reply, request.params.code),
    )
  }

const wantsHtml = (accept = ''): boolean => /\btext\/html\b/i.test(accept)

/** Browsers accept HTML too; programs that want JSON do not. */
const wantsJson = (accept = ''): boolean =>
  /\bapplication\/json\b/i.test(accept) && !wantsHtml(accept)

/** HTML for browsers. Who reads in a terminal gets the Markdown it is written in. */
type ErrorPage = { html: PreparedPage; text: PreparedPage }

async function readErrorPages(): Promise<Map<string, ErrorPage>> {
  const pages = new Map<string, ErrorPage>()
  for (const name of await readdir(ERROR_PAGES_DIR)) {
    const text = await readFile(join(ERROR_PAGES_DIR, name), 'utf8')
    pages.set(name.replace(/\.md$/, ''), {
      html: preparePage(HTML, () => renderErrorPage(text)),
      text: preparePage(TEXT, () => text),
    })
  }
  return pages
}
