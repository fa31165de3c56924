import type { WorkspaceInput } from '@footnote/sdk/admin'
import type { Command } from 'commander'
import { InvalidArgumentError, Option } from 'commander'
import type { AdminOptions } from '../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../admin-options.ts'
import type { JsonOption } from '../print.ts'
import { JSON_FLAG, printRecord } from '../print.ts'
import type { Settings } from '../settings.ts'

type Options = AdminOptions &
  JsonOption & {
    plan?: NonNullable<WorkspaceInput['plan']>
    retention?: NonNullable<WorkspaceInput['retention']>
    allowance?: number
  }

const EXAMPLE = `
Example:
  footnote workspaces create "Acme" --plan team --allowance 10000`

export function addWorkspacesCommand(program: Command, settings: Settings): void {
  const workspaces = program.command('workspaces').description('workspaces: who pays and who owns')
  addAdminOptions(workspaces.command('create <name>').description('create a workspace'))
    .addOption(new Option('--plan <plan>').choices(['free', 'team', 'enterprise']))
    .addOption(
      new Option(
        '--retention <retention>',
        'zero: answers and conversations are not stored',
      ).choices(['standard', 'zero']),
    )
    .option('--allowance <questions>', 'questions a month (default: no limit)', readWholeNumber)
    .option(...JSON_FLAG)
    .addHelpText('after', EXAMPLE)
    .action(async (name: string, options: Options) => {
      const workspace = await connectAsAdmin(options, settings).workspaces.create({
        name,
        plan: options.plan,
        retention: options.retention,
        monthly_question_allowance: options.allowance,
      })
      printRecord(workspace, options)
    })
}

function readWholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
