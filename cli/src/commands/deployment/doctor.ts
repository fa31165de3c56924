import type { Finding } from '@footnote/server/main'
import type { Command } from 'commander'
import { describeMigrateError } from '../../errors/describe-migrate-error.ts'
import { Failure } from '../../failure.ts'
import { plain } from '../../plain.ts'
import type { JsonOption } from '../../print.ts'
import { JSON_FLAG, printJson } from '../../print.ts'
import type { Settings } from '../../settings.ts'
import { withServer } from '../../with-server.ts'

const HELP = `
Run it where the service runs, with the same settings. It changes nothing; an answering model, if there
is one, writes a word. It fails if there is a problem, not for a warning.

Example:
  footnote doctor`

export function addDoctorCommand(program: Command, settings: Settings): void {
  program
    .command('doctor')
    .description('check the database, the settings and the models, and say what to do')
    .option(...JSON_FLAG)
    .addHelpText('after', HELP)
    .action(async (options: JsonOption) => {
      const findings = await withServer(settings.databaseUrl, (server) =>
        server.examine(describeMigrateError),
      )
      if (options.json) printJson({ findings })
      else console.log(renderFindings(findings))
      const problems = findings.filter(({ state }) => state === 'problem').length
      if (problems > 0) throw new Failure(problems === 1 ? '1 problem.' : `${problems} problems.`)
    })
}

/** A line for each check, and below it what to do. */
export function renderFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const indent = ' '.repeat('problem'.length + 2 + width + 2)
  return findings
    .map((finding) => {
      const line = `${finding.state.padEnd(7)}  ${finding.check.padEnd(width)}  ${lines(finding.message, indent)}`
      return finding.state === 'ok' ? line : `${line}\n${indent}→ ${lines(finding.remedy, indent)}`
    })
    .join('\n')
}

const lines = (text: string, indent: string): string =>
  text
    .split('\n')
    .map((line) => plain(line.trim()))
    .join(`\n${indent}`)
