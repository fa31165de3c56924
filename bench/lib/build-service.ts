import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from './options.ts'

/** Builds the service in a folder, this tree unless given. Returns its `footnote` command. */
export function buildService(folder = ROOT): string {
  execFileSync('npm', ['run', '--silent', 'build:service'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return join(folder, 'build/main.js')
}
