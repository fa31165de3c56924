import type { Command } from 'commander'
import type { AdminOptions } from '../../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../../admin-options.ts'
import { plainLines } from '../../plain.ts'
import type { JsonOption } from '../../print.ts'
import { JSON_FLAG, printJson } from '../../print.ts'
import type { Settings } from '../../settings.ts'

type Options = AdminOptions & JsonOption & { workspace: string }

const EXAMPLE = `
Example:
  footnote digest --workspace 0199c1f0-…`

export function addDigestCommand(program: Command, settings: Settings): void {
  addAdminOptions(
    program.command('digest').description('show the digest of last week, as it is mailed'),
  )
    .requiredOption('--workspace <id>', 'the workspace that it is of')
    .option(...JSON_FLAG)
    .addHelpText('after', EXAMPLE)
    .action(async (options: Options) => {
      const digest = await connectAsAdmin(options, settings).digests.get(options.workspace)
      if (options.json) printJson(digest)
      else console.log(plainLines(digest.text))
    })
}
