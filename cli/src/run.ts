import { FootnoteError } from '@footnote/client'
import { CommanderError } from 'commander'
import { describeCallError } from './describe-call-error.ts'
import { Failure, USAGE_EXIT_CODE } from './failure.ts'
import { chooseProfile, profilesFile, readProfiles } from './profiles/profiles.ts'
import { createProgram } from './program.ts'
import { readSettings } from './settings.ts'

const { env } = process
// Whoever reads the output has seen enough, as with `footnote ask … | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})
const isVerbose = process.argv.includes('--verbose') || Boolean(env['DEBUG'])

try {
  const profile = chooseProfile(await readProfiles(profilesFile(env)), env)
  await createProgram(readSettings(env, profile)).parseAsync()
} catch (error) {
  // Exits even when a half-started server still holds connections.
  process.exit(report(error))
}

function report(error: unknown): number {
  // Commander has printed its own message, or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_EXIT_CODE
  console.error(describe(error))
  if (isVerbose) console.error(error)
  return error instanceof Failure ? error.exitCode : 1
}

function describe(error: unknown): string {
  if (error instanceof FootnoteError) return describeCallError(error)
  if (error instanceof Failure) return error.message
  const message = error instanceof Error ? error.message : String(error)
  return `${message}\nRun it again with --verbose to see where this came from.`
}
