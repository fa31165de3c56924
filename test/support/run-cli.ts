import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import type { Service } from './service.ts'
import { ADMIN_TOKEN, CLI } from './service.ts'

const ROOT = join(import.meta.dirname, '../..')

export type CliRun = { exitCode: number | null; stdout: string; stderr: string }
type CliSettings = { env?: Record<string, string>; input?: string }

/** Runs `footnote` to its end, without a terminal and with no settings but those given. */
export async function runCli(
  args: readonly string[],
  { env = {}, input = '' }: CliSettings = {},
): Promise<CliRun> {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      // From scripts/check, as for services.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...env,
    },
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [stdout, stderr, exitCode] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    exited,
  ])
  return { exitCode, stdout, stderr }
}

/** As an operator of the service; `input` is what its standard input says. */
export const runAsOperator = (
  { baseUrl }: Pick<Service, 'baseUrl'>,
  args: readonly string[],
  input = '',
): Promise<CliRun> =>
  runCli(args, { env: { FOOTNOTE_URL: baseUrl, FOOTNOTE_ADMIN_TOKEN: ADMIN_TOKEN }, input })
