import type { Command } from 'commander'
import type { Addresses } from '@footnote/server/main'
import type { Settings } from '../settings.ts'
import { withServer } from '../with-server.ts'

const ROLES = [
  ['api', 'serve the public API and the admin API'],
  ['worker', 'index documents'],
  ['all', 'serve the API and index documents, in one process'],
] as const

const EXAMPLE = `
It is configured by environment variables; docs/configuration.md lists them.

Example:
  export DATABASE_URL=postgres://…  ADMIN_TOKEN=…  KEY_PEPPER=…
  export EMBEDDING_MODEL_DIR=.models/minilm-int8
  footnote migrate && footnote `

/** To whoever started it at a terminal, where the log may go to a file. */
function announce({ console: address, setup }: Addresses): void {
  if (!process.stderr.isTTY) return
  console.error(
    setup === null
      ? `Console: ${address}`
      : `Console: ${address}\nNobody can sign in yet. Open this link to create the first account:\n  ${setup}`,
  )
}

export function addServeCommands(program: Command, settings: Settings): void {
  for (const [role, description] of ROLES) {
    program
      .command(role)
      .description(description)
      .addHelpText('after', EXAMPLE + role)
      .action(() => withServer(settings.databaseUrl, (server) => server.serve(role, announce)))
  }
}
