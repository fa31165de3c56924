import type { System } from '@footnote/client/admin'
import type { Command } from 'commander'
import type { AdminOptions } from '../../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../../admin-options.ts'
import { Failure } from '../../failure.ts'
import { plain } from '../../plain.ts'
import type { JsonOption } from '../../print.ts'
import { JSON_FLAG, printJson, renderTable } from '../../print.ts'
import type { Settings } from '../../settings.ts'

export function addSystemCommand(program: Command, settings: Settings): void {
  addAdminOptions(
    program
      .command('system')
      .description('the state of the deployment: database, workers, queue; fails if a check fails'),
  )
    .option(...JSON_FLAG)
    .action(async (options: AdminOptions & JsonOption) => {
      const system = await connectAsAdmin(options, settings).system.get()
      if (options.json) printJson(system)
      else console.log(renderSystem(system))
      const failed = system.checks.filter(({ ok }) => !ok)
      if (failed.length > 0) throw new Failure(failed.map(({ message }) => message).join(' '))
    })
}

export function renderSystem({ version, checks, queue }: System): string {
  const jobs = queue
    ? `${queue.waiting} waiting, ${queue.active} active, ${queue.failed} failed`
    : 'unknown'
  const rows = checks.map(({ name, ok, message }) => [name, ok ? 'ok' : 'look', plain(message)])
  return renderTable([['version', '', version], ['jobs', '', jobs], ...rows])
}
