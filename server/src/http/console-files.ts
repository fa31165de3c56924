import { applicationFile } from '../platform/application-files.ts'
import { CONSOLE_PATHS } from '@footnote/contract/paths'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { KEEP_FOR_GOOD, readBuiltFiles } from './built-files.ts'
import type { Deps } from './deps.ts'
import { fastifyUrl } from './serve.ts'
import { sendPage } from './reference/prepared-page.ts'

const CONSOLE_DIR = applicationFile('console/dist')
const PAGE = 'index.html'
const PREVIEW = 'preview.html'

/** Files of this origin and nothing else: no inline script or style, no other host. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/**
 * The page under the widget's preview. Its sandbox gives it an origin of its own, and it may connect to
 * nothing: the console asks for it. Logos may come from anywhere, as on the operator's pages.
 */
const PREVIEW_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: http:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts allow-forms',
].join('; ')

/** The console: one page for every address below /console, and the files that it loads. */
export const consoleFileRoutes =
  (deps: Deps, folder = CONSOLE_DIR): FastifyPluginAsync =>
  async (app) => {
    const files = await readBuiltFiles(folder, (name) =>
      name.endsWith('.html') ? undefined : KEEP_FOR_GOOD,
    )
    if (!files.has(PAGE)) deps.log.warn('The console is not built: npm run build')
    const page =
      (name: string, policy: string) => async (request: FastifyRequest, reply: FastifyReply) => {
        reply.header('content-security-policy', policy)
        return sendPage(request, reply, files.get(name))
      }
    app.get(CONSOLE_PATHS.start, page(PAGE, PAGE_POLICY))
    app.get(CONSOLE_PATHS.view, page(PAGE, PAGE_POLICY))
    app.get(CONSOLE_PATHS.preview, page(PREVIEW, PREVIEW_POLICY))
    app.get<{ Params: { file: string } }>(
      fastifyUrl(CONSOLE_PATHS.asset),
      async (request, reply) => {
        // The preview's sandbox has an origin of its own, and modules are fetched by CORS.
        reply.header('access-control-allow-origin', '*')
        return sendPage(request, reply, files.get(`assets/${request.params.file}`))
      },
    )
  }
