import type { Widget, WidgetOrigin } from '@footnote/client/admin'
import type { Command } from 'commander'
import type { AdminOptions } from '../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../admin-options.ts'
import { collectPages } from '../collect-pages.ts'
import type { YesOption } from '../confirm-deletion.ts'
import { confirmDeletion, YES_FLAG } from '../confirm-deletion.ts'
import { plain } from '../plain.ts'
import type { JsonOption } from '../print.ts'
import { JSON_FLAG, printJson, printRecord, renderTable } from '../print.ts'
import type { Settings } from '../settings.ts'

type Options = AdminOptions & JsonOption & { knowledgeBase: string }

const EXAMPLES = `
Examples:
  footnote widgets create "Help centre" --origin https://docs.example.com --knowledge-base 0199c1f2-…
  footnote widgets list --knowledge-base 0199c1f2-…
  footnote widgets rename 0199c1f5-… "Help" --knowledge-base 0199c1f2-…
  footnote widgets delete 0199c1f5-… --knowledge-base 0199c1f2-…`

export function addWidgetsCommand(program: Command, settings: Settings): void {
  const widgets = program
    .command('widgets')
    .description('saved widgets: which pages may ask, and the voice of the answers')
    .addHelpText('after', EXAMPLES)
  const command = (usage: string, description: string) =>
    addAdminOptions(widgets.command(usage).description(description))
      .requiredOption('--knowledge-base <id>', 'the knowledge base it answers from')
      .option(...JSON_FLAG)
  command('create <name>', 'save a widget')
    .option(
      '--origin <origin...>',
      'an origin that may use it, such as https://docs.example.com',
      [],
    )
    .action(async (name: string, options: Options & { origin: string[] }) => {
      const { widgets: calls } = connectAsAdmin(options, settings)
      const body = { name, allowed_origins: options.origin }
      printRecord(await calls.create(options.knowledgeBase, body), options)
    })
  command('list', 'list the saved widgets of a knowledge base').action(async (options: Options) => {
    const { widgets: calls } = connectAsAdmin(options, settings)
    const found = await collectPages(1000, async (page) => {
      const { widgets: items, next_cursor } = await calls.list(options.knowledgeBase, page)
      return { items, next_cursor }
    })
    if (options.json) printJson({ widgets: found })
    else console.log(renderTable([HEADINGS, ...found.map(toRow)]))
  })
  command('origins <id>', 'list the pages that a saved widget was seen on, or refused on').action(
    async (id: string, options: Options) => {
      const { widgets: calls } = connectAsAdmin(options, settings)
      const list = await calls.origins(options.knowledgeBase, id)
      if (options.json) printJson(list)
      else console.log(renderTable([ORIGIN_HEADINGS, ...list.origins.map(toOriginRow)]))
    },
  )
  command('rename <id> <name>', 'rename a saved widget').action(
    async (id: string, name: string, options: Options) => {
      const { widgets: calls } = connectAsAdmin(options, settings)
      printRecord(await calls.change(options.knowledgeBase, id, { name }), options)
    },
  )
  command('delete <id>', 'delete a saved widget; its id is refused from now on')
    .option(...YES_FLAG)
    .action(async (id: string, options: Options & YesOption) => {
      const { widgets: calls } = connectAsAdmin(options, settings)
      const { name, allowed_origins } = await calls.get(options.knowledgeBase, id)
      const goes = allowed_origins.map(
        (origin) => `Pages of ${plain(origin)} can no longer use it.`,
      )
      await confirmDeletion({ kind: 'widget', name, goes }, options)
      await calls.remove(options.knowledgeBase, id)
      console.log(`deleted ${id}`)
    })
}

const ORIGIN_HEADINGS = ['ORIGIN', 'LOADS', 'REFUSED', 'LAST SEEN']

const toOriginRow = ({ origin, loads, refused, last_seen_at }: WidgetOrigin): string[] => [
  plain(origin),
  String(loads),
  String(refused),
  last_seen_at,
]

const HEADINGS = ['ID', 'STATE', 'ORIGINS', 'NAME']

const toRow = ({ id, enabled, allowed_origins, name }: Widget): string[] => [
  id,
  enabled ? 'enabled' : 'disabled',
  allowed_origins.length === 0 ? '-' : allowed_origins.map(plain).join(' '),
  plain(name),
]
