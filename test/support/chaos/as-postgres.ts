import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'

type Env = Record<string, string | undefined>

/** PostgreSQL refuses to run as root, and its files are not root's. */
const asOwner = (command: string, args: readonly string[]): [string, string[]] =>
  process.getuid?.() === 0
    ? ['runuser', ['-u', 'postgres', '--', command, ...args]]
    : [command, [...args]]

export const runAsPostgres = (command: string, args: readonly string[], env: Env = process.env) =>
  promisify(execFile)(...asOwner(command, args), { env, maxBuffer: 1e8 })

/** For what must be over before this process ends. */
export const runAsPostgresNow = (command: string, args: readonly string[]): void =>
  void execFileSync(...asOwner(command, args), { stdio: 'ignore' })
