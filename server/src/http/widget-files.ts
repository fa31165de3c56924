import { applicationFile } from '../platform/application-files.ts'
import { WIDGET_PATHS } from '@footnote/contract/paths'
import type { FastifyPluginAsync } from 'fastify'
import { KEEP_FOR_GOOD, readBuiltFiles } from './built-files.ts'
import type { Deps } from './deps.ts'
import { fastifyUrl } from './serve.ts'
import { sendPage } from './reference/prepared-page.ts'

const WIDGET_DIR = applicationFile('widget/dist')
const LOADER = 'widget.js'

/** An upgrade shows within five minutes, without a request for every page view. */
const LOADER_CACHE = 'public, max-age=300'

/** The widget: the loader that pages name, and the modules that it imports. */
export const widgetFileRoutes =
  (deps: Deps, folder = WIDGET_DIR): FastifyPluginAsync =>
  async (app) => {
    const files = await readBuiltFiles(folder, (name) =>
      name === LOADER ? LOADER_CACHE : KEEP_FOR_GOOD,
    )
    if (!files.has(LOADER)) deps.log.warn('The widget is not built: npm run build')
    // Modules of other origins are fetched by CORS; without the header the import fails.
    app.addHook('onRequest', async (_, reply) => {
      reply.header('access-control-allow-origin', '*')
    })
    app.get(WIDGET_PATHS.script, async (request, reply) =>
      sendPage(request, reply, files.get(LOADER)),
    )
    app.get<{ Params: { file: string } }>(fastifyUrl(WIDGET_PATHS.module), async (request, reply) =>
      sendPage(request, reply, files.get(`widget/${request.params.file}`)),
    )
  }
