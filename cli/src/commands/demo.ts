import type { Command } from 'commander'
import type { Settings } from '../settings.ts'

const HELP = `
It needs no model key: answers quote the documentation. Without DATABASE_URL it starts a PostgreSQL
of its own, and deletes it at the end. Ctrl-C ends it.

Example:
  footnote demo`

export function addDemoCommand(program: Command, settings: Settings): void {
  program
    .command('demo')
    .description('show the widget on a documentation site, answering from Footnote’s own docs')
    .option('--port <port>', 'the port to serve the site on', '8090')
    .addHelpText('after', HELP)
    .action(async (options: { port: string }) => {
      // Only here: it renders Markdown, which no other command does.
      const { runDemo } = await import('../demo/run-demo.ts')
      return runDemo(Number(options.port), settings)
    })
}
