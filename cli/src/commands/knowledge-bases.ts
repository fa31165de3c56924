import type { KnowledgeBase } from '@footnote/client/admin'
import type { Command } from 'commander'
import type { AdminOptions } from '../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../admin-options.ts'
import type { YesOption } from '../confirm-deletion.ts'
import { confirmDeletion, YES_FLAG } from '../confirm-deletion.ts'
import { plain } from '../plain.ts'
import type { JsonOption } from '../print.ts'
import { JSON_FLAG, printJson, printRecord, renderTable } from '../print.ts'
import type { Settings } from '../settings.ts'
import { allKnowledgeBases, describeKnowledgeBaseDeletion } from '../deletion-summary.ts'

type Options = AdminOptions & JsonOption
type InWorkspace = Options & { workspace: string }

const EXAMPLES = `
Examples:
  footnote knowledge-bases create "Acme docs" --workspace 0199c1f0-…
  footnote knowledge-bases list --workspace 0199c1f0-…
  footnote knowledge-bases rename 0199c1f2-… "Acme help"
  footnote knowledge-bases delete 0199c1f2-…`

export function addKnowledgeBasesCommand(program: Command, settings: Settings): void {
  const knowledgeBases = program
    .command('knowledge-bases')
    .description('knowledge bases: the documents that questions are answered from')
    .addHelpText('after', EXAMPLES)
  const command = (usage: string, description: string) =>
    addAdminOptions(knowledgeBases.command(usage).description(description)).option(...JSON_FLAG)
  command('create <name>', 'create a knowledge base in a workspace')
    .requiredOption('--workspace <id>', 'the workspace it belongs to')
    .action(async (name: string, options: InWorkspace) => {
      const { knowledgeBases: calls } = connectAsAdmin(options, settings)
      printRecord(await calls.create(options.workspace, { name }), options)
    })
  command('list', 'list the knowledge bases of a workspace')
    .requiredOption('--workspace <id>', 'the workspace they belong to')
    .action(async (options: InWorkspace) => {
      const admin = connectAsAdmin(options, settings)
      const found = await allKnowledgeBases(admin, options.workspace)
      if (options.json) printJson({ knowledge_bases: found })
      else console.log(renderTable([HEADINGS, ...found.map(toRow)]))
    })
  command('rename <id> <name>', 'rename a knowledge base').action(
    async (id: string, name: string, options: Options) => {
      const { knowledgeBases: calls } = connectAsAdmin(options, settings)
      printRecord(await calls.change(id, { name }), options)
    },
  )
  command('delete <id>', 'delete a knowledge base and everything in it')
    .option(...YES_FLAG)
    .action(async (id: string, options: Options & YesOption) => {
      const admin = connectAsAdmin(options, settings)
      const { name } = await admin.knowledgeBases.get(id)
      const goes = await describeKnowledgeBaseDeletion(admin, id)
      await confirmDeletion({ kind: 'knowledge base', name, goes }, options)
      printRecord(await admin.knowledgeBases.remove(id), options)
    })
}

const HEADINGS = ['ID', 'STATE', 'CREATED', 'NAME']

const toRow = ({ id, state, created_at, name }: KnowledgeBase): string[] => [
  id,
  state,
  created_at,
  plain(name),
]
