import type { Page } from 'playwright-core'
import { startDocsPage } from '../../fakes/docs-page.ts'
import { workerBrowser } from './browser.ts'
import { createKnowledge, putPages } from '../knowledge.ts'
import { sharingAnswers } from '../sharing.ts'
import { makeVerifies } from '../verifies.ts'
import type { ShowOptions } from './widget-page.ts'
import { PAGES, QUESTION, showWidget } from './widget-page.ts'

/** `test` and `verifies` with a service, a scripted model, an embedding page and a browser. */
export function widgetTests() {
  const { test: base } = sharingAnswers()
  const test = base
    .extend('chromium', { scope: 'worker' }, workerBrowser.start)
    .extend('browser', { scope: 'file' }, workerBrowser.use)
    // oxlint-disable-next-line no-empty-pattern -- as above
    .extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
      const site = await startDocsPage()
      onCleanup(() => site.close())
      return site
    })
    .extend('docs', { scope: 'file' }, async ({ service }) => {
      const docs = await createKnowledge(service, 'Acme docs')
      await putPages(service, docs.knowledgeBaseId, PAGES)
      await service.admin.knowledgeBases.change(docs.knowledgeBaseId, {
        starter_mode: 'own',
        own_questions: [QUESTION, 'What is a sync awaiting confirmation?'],
      })
      return docs
    })
    .extend('widget', async ({ service, browser, site, docs }, { onCleanup }) => {
      const opened: Page[] = []
      onCleanup(async () => {
        for (const page of opened) await page.context().close()
      })
      return {
        /** Opens a page with the widget on it, closed. */
        async show(options: ShowOptions = {}): Promise<Page> {
          const page = await showWidget({ service, browser, site, docs }, options)
          opened.push(page)
          return page
        },
      }
    })
  return { test, verifies: makeVerifies(test) }
}
