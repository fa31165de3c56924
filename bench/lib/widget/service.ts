import type { Browser } from 'playwright-core'
import type { DocsPage } from '../../../test/fakes/docs-page.ts'
import { startDocsPage } from '../../../test/fakes/docs-page.ts'
import { startEmbeddingsServer } from '../../../test/fakes/embeddings-server.ts'
import type { ModelServer } from '../../../test/fakes/model-server.ts'
import { startModelServer } from '../../../test/fakes/model-server.ts'
import { openBrowser } from '../../../test/support/browser/browser.ts'
import type { Knowledge } from '../../../test/support/knowledge.ts'
import { createKnowledge, putPages } from '../../../test/support/knowledge.ts'
import type { Service } from '../../../test/support/service.ts'
import { startService } from '../../../test/support/service.ts'
import { PAGES } from '../../../test/support/browser/widget-page.ts'
import { withDatabase } from '../database.ts'

const DIMENSIONS = 64

export type WidgetParts = {
  service: Service
  browser: Browser
  site: DocsPage
  docs: Knowledge
  model: ModelServer
}

/** A service with two pages and a scripted model, a site that embeds the widget, and Chromium. */
export async function withWidget<Result>(
  work: (parts: WidgetParts) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async ({ ownerUrl }) => {
    await using stack = new AsyncDisposableStack()
    const opened = <Part extends { close(): Promise<void> }>(part: Part): Part => {
      stack.defer(() => part.close())
      return part
    }
    const embeddings = opened(await startEmbeddingsServer({ dimensions: DIMENSIONS }))
    const model = opened(await startModelServer())
    const env = {
      EMBEDDING_MODEL_DIR: '',
      EMBEDDING_URL: embeddings.url,
      EMBEDDING_MODEL: 'bench',
      EMBEDDING_DIMENSIONS: String(DIMENSIONS),
      EMBEDDING_UNRELATED_COSINE: '0',
      ANSWER_PROVIDER: 'openai-compatible',
      ANSWER_BASE_URL: model.url,
      ANSWER_MODEL: 'scripted',
      STARTER_QUESTIONS_BY_MODEL: 'false',
    }
    const service = stack.use(await startService({ databaseUrl: ownerUrl, env }))
    const docs = await createKnowledge(service, 'Acme docs')
    await putPages(service, docs.knowledgeBaseId, PAGES)
    const site = opened(await startDocsPage())
    const browser = opened(await openBrowser())
    // Awaited here: everything closes when this function returns.
    return await work({ service, browser, site, docs, model })
  })
}
