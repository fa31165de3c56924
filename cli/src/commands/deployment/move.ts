import type { Command } from 'commander'
import { cellName, tenantId } from '../../cells/cell-arguments.ts'
import { describeStartError } from '../../errors/describe-start-error.ts'
import { Failure } from '../../failure.ts'
import type { Settings } from '../../settings.ts'
import { withServer } from '../../with-server.ts'

const HELP = `
Run it with the environment of the cell that the workspace is in (DATABASE_URL and CELL), and the other
cell's database in DESTINATION_DATABASE_URL. Both logins must be superusers. The other database reads
from the first at DATABASE_URL, or at REPLICATION_DATABASE_URL if it reaches it by another name.

A move that was interrupted goes on where it was when the same command is run again.

Example:
  DATABASE_URL=postgres://… CELL=00 DESTINATION_DATABASE_URL=postgres://… \\
    footnote move 0199f0f8-5b6a-7c31-9f0e-3c5a1d2b4e6f --to 01`

export function addMoveCommand(program: Command, settings: Settings): void {
  program
    .command('move')
    .description('move a workspace to another cell while it is used')
    .argument('<workspace>', 'the id of the workspace', tenantId)
    .requiredOption('--to <cell>', 'the cell that it moves to', cellName)
    .option('--abort', 'undo a move whose destination does not serve the workspace yet')
    .addHelpText('after', HELP)
    .action(async (workspace: string, { to, abort = false }: { to: string; abort?: boolean }) => {
      await withServer(
        settings.databaseUrl,
        async (server) => {
          try {
            await server.move({
              workspaceId: workspace,
              to,
              isAbort: abort,
              onProgress: (step) => console.log(step),
            })
          } catch (error) {
            throw error instanceof server.MoveError ? new Failure(error.message) : error
          }
        },
        describeStartError,
      )
      console.log(abort ? 'undone' : `moved to ${to}`)
    })
}
