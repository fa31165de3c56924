import type { Workspace, WorkspaceInput } from '@footnote/client/admin'
import type { Command } from 'commander'
import { InvalidArgumentError, Option } from 'commander'
import type { AdminOptions } from '../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../admin-options.ts'
import { collectPages } from '../collect-pages.ts'
import type { YesOption } from '../confirm-deletion.ts'
import { confirmDeletion, YES_FLAG } from '../confirm-deletion.ts'
import { count, plain } from '../plain.ts'
import type { JsonOption } from '../print.ts'
import { JSON_FLAG, printJson, printRecord, renderTable } from '../print.ts'
import type { Settings } from '../settings.ts'
import { describeWorkspaceDeletion } from '../deletion-summary.ts'

type Options = AdminOptions & JsonOption
type CreateOptions = Options & {
  plan?: NonNullable<WorkspaceInput['plan']>
  retention?: NonNullable<WorkspaceInput['retention']>
  redact?: NonNullable<WorkspaceInput['redact']>
  askers?: NonNullable<WorkspaceInput['asker_storage']>
  auditDays?: number
  allowance?: number
}

const EXAMPLES = `
Examples:
  footnote workspaces create "Acme" --plan team --allowance 10000
  footnote workspaces list
  footnote workspaces rename 0199c1f0-… "Acme Ltd"
  footnote workspaces delete 0199c1f0-…`

export function addWorkspacesCommand(program: Command, settings: Settings): void {
  const workspaces = program
    .command('workspaces')
    .description('workspaces: tenants with their knowledge bases and allowance')
    .addHelpText('after', EXAMPLES)
  addCreate(workspaces, settings)
  const command = (usage: string, description: string) =>
    addAdminOptions(workspaces.command(usage).description(description)).option(...JSON_FLAG)
  command('list', 'list workspaces').action(async (options: Options) => {
    const { workspaces: calls } = connectAsAdmin(options, settings)
    const found = await collectPages(1000, async (page) => {
      const { workspaces: items, next_cursor } = await calls.list(page)
      return { items, next_cursor }
    })
    if (options.json) printJson({ workspaces: found })
    else console.log(renderTable([HEADINGS, ...found.map(toRow)]))
  })
  command('rename <id> <name>', 'rename a workspace').action(
    async (id: string, name: string, options: Options) => {
      const { workspaces: calls } = connectAsAdmin(options, settings)
      printRecord(await calls.change(id, { name }), options)
    },
  )
  command('delete <id>', 'delete a workspace and its knowledge bases')
    .option(...YES_FLAG)
    .action(async (id: string, options: Options & YesOption) => {
      const admin = connectAsAdmin(options, settings)
      const { name } = await admin.workspaces.get(id)
      const goes = await describeWorkspaceDeletion(admin, id)
      await confirmDeletion({ kind: 'workspace', name, goes }, options)
      printRecord(await admin.workspaces.remove(id), options)
    })
}

function addCreate(workspaces: Command, settings: Settings): void {
  addAdminOptions(workspaces.command('create <name>').description('create a workspace'))
    .addOption(new Option('--plan <plan>').choices(['free', 'team', 'enterprise']))
    .addOption(
      new Option(
        '--retention <retention>',
        'zero: answers and conversations are not stored',
      ).choices(['standard', 'zero']),
    )
    .addOption(
      new Option('--redact <kinds...>', 'what is replaced before anything is stored').choices([
        'email',
        'phone',
        'card',
        'key',
      ]),
    )
    .addOption(
      new Option('--askers <storage>', 'what is stored of who asked (default: plain)').choices([
        'none',
        'hashed',
        'plain',
      ]),
    )
    .option(
      '--audit-days <days>',
      'how long the audit log is kept (default: always)',
      readWholeNumber,
    )
    .option('--allowance <questions>', 'questions per month (default: no limit)', readWholeNumber)
    .option(...JSON_FLAG)
    .action(async (name: string, options: CreateOptions) => {
      const workspace = await connectAsAdmin(options, settings).workspaces.create({
        name,
        plan: options.plan,
        retention: options.retention,
        redact: options.redact,
        asker_storage: options.askers,
        audit_retention_days: options.auditDays,
        monthly_question_allowance: options.allowance,
      })
      printRecord(workspace, options)
    })
}

const HEADINGS = ['ID', 'STATE', 'PLAN', 'RETENTION', 'ALLOWANCE', 'NAME']

const toRow = (workspace: Workspace): string[] => [
  workspace.id,
  workspace.state,
  workspace.plan,
  workspace.retention,
  workspace.monthly_question_allowance === null ? '-' : count(workspace.monthly_question_allowance),
  plain(workspace.name),
]

function readWholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
