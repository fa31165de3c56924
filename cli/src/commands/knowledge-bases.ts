import type { Command } from 'commander'
import type { AdminOptions } from '../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../admin-options.ts'
import type { JsonOption } from '../print.ts'
import { JSON_FLAG, printRecord } from '../print.ts'
import type { Settings } from '../settings.ts'

const EXAMPLE = `
Example:
  footnote knowledge-bases create "Acme docs" --workspace 0199c1f2-…`

export function addKnowledgeBasesCommand(program: Command, settings: Settings): void {
  const knowledgeBases = program
    .command('knowledge-bases')
    .description('knowledge bases: the documents that one set of keys reads')
  addAdminOptions(
    knowledgeBases.command('create <name>').description('create a knowledge base in a workspace'),
  )
    .requiredOption('--workspace <id>', 'the workspace it belongs to')
    .option(...JSON_FLAG)
    .addHelpText('after', EXAMPLE)
    .action(async (name: string, options: AdminOptions & JsonOption & { workspace: string }) => {
      const admin = connectAsAdmin(options, settings)
      printRecord(await admin.knowledgeBases.create(options.workspace, { name }), options)
    })
}
