import type { Command } from 'commander'
import type { AdminOptions } from '../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../admin-options.ts'
import type { JsonOption } from '../print.ts'
import { JSON_FLAG, printRecord } from '../print.ts'
import type { Settings } from '../settings.ts'

type Options = AdminOptions & JsonOption & { knowledgeBase: string }

const EXAMPLE = `
Example:
  footnote groups create "API reference" --knowledge-base 0199c1f2-…`

export function addGroupsCommand(program: Command, settings: Settings): void {
  const groups = program
    .command('groups')
    .description(
      'source groups: parts of a knowledge base that a key or a question can be limited to',
    )
  addAdminOptions(groups.command('create <name>').description('create a source group'))
    .requiredOption('--knowledge-base <id>', 'the knowledge base it is part of')
    .option(...JSON_FLAG)
    .addHelpText('after', EXAMPLE)
    .action(async (name: string, options: Options) => {
      const admin = connectAsAdmin(options, settings)
      printRecord(await admin.groups.create(options.knowledgeBase, { name }), options)
    })
}
