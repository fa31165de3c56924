import type { Command } from 'commander'
import type { AdminOptions } from '../../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../../admin-options.ts'
import { plain } from '../../plain.ts'
import type { JsonOption } from '../../print.ts'
import { JSON_FLAG, printJson, renderTable } from '../../print.ts'
import type { Settings } from '../../settings.ts'

type LabelOptions = AdminOptions &
  JsonOption & { knowledgeBase: string; from?: string; to?: string; name?: string }

export function addAnalyticsCommand(program: Command, settings: Settings): void {
  const analytics = program.command('analytics').description('what answers cite')
  addAdminOptions(
    analytics
      .command('labels')
      .description('count citations by the labels of the cited pages, such as their version'),
  )
    .requiredOption('--knowledge-base <id>', 'the knowledge base')
    .option('--name <label>', 'only this label')
    .option('--from <day>', 'the first day, such as 2026-03-01 (default: 30 days ago)')
    .option('--to <day>', 'the last day (default: today)')
    .option(...JSON_FLAG)
    .action(async ({ knowledgeBase, from, to, name, ...options }: LabelOptions) => {
      const { analytics: calls } = connectAsAdmin(options, settings)
      const period = {
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
      }
      const found = await calls.labels(knowledgeBase, { ...period, limit: 100 })
      const labels = found.labels.filter((label) => name === undefined || label.name === name)
      if (options.json) return printJson({ labels })
      const rows = labels.flatMap((label) => [
        ...label.values.map(({ value, documents, cited }) => [
          plain(label.name),
          plain(value),
          String(documents),
          String(cited),
        ]),
        ...(label.without > 0 ? [[plain(label.name), '(none)', '', String(label.without)]] : []),
      ])
      console.log(renderTable([['LABEL', 'VALUE', 'PAGES', 'CITATIONS'], ...rows]))
    })
}
