import { FootnoteError } from '@footnote/client'
import type { Command } from 'commander'
import type { AdminOptions } from '../../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../../admin-options.ts'
import { collectPages } from '../../collect-pages.ts'
import { Failure } from '../../failure.ts'
import { plain } from '../../plain.ts'
import type { JsonOption } from '../../print.ts'
import { JSON_FLAG, printJson, renderTable } from '../../print.ts'
import type { Settings } from '../../settings.ts'

type Options = AdminOptions & JsonOption & { knowledgeBase: string }

/** Pages deleted by hand, which syncs skip. */
export function addSourceDeletedCommands(sources: Command, settings: Settings): void {
  const command = (usage: string, description: string) =>
    addAdminOptions(sources.command(usage).description(description)).requiredOption(
      '--knowledge-base <id>',
      'the knowledge base of the source',
    )

  command('deleted <source>', 'list pages deleted by hand, which syncs skip')
    .option(...JSON_FLAG)
    .action(async (sourceId: string, options: Options) => {
      const { sources: calls } = connectAsAdmin(options, settings)
      const pages = await collectPages(1000, async (page) => {
        const list = await calls.deletedPages(options.knowledgeBase, sourceId, page)
        return { items: list.pages, next_cursor: list.next_cursor }
      })
      const rows = pages.map(({ deleted_at, key, title }) => [deleted_at, plain(key), plain(title)])
      if (options.json) printJson({ pages })
      else console.log(renderTable([['DELETED', 'PAGE', 'TITLE'], ...rows]))
    })
  command('restore <source> <page>', 'let the next sync restore a page deleted by hand')
    .addHelpText('after', '\n<page> is the key or the URL that `footnote sources deleted` lists.')
    .action(async (sourceId: string, page: string, options: Options) => {
      const { knowledgeBase } = options
      const { sources: calls } = connectAsAdmin(options, settings)
      await calls.restorePage(knowledgeBase, sourceId, page).catch((error: unknown) => {
        if (!(error instanceof FootnoteError) || error.code !== 'NOT_FOUND') throw error
        const message = `This source has no page ${plain(page)} that was deleted by hand.`
        throw new Failure(message, 1, { cause: error })
      })
      console.log(
        `The next sync restores it: footnote sources sync ${sourceId} --knowledge-base ${knowledgeBase}`,
      )
    })
}
