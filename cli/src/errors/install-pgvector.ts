import { existsSync, readFileSync } from 'node:fs'
import { applicationFile } from '@footnote/server/application-files'

const PACKAGES: Readonly<Record<string, (postgres: string) => string>> = {
  alpine: () => 'apk add postgresql-pgvector',
  arch: () => 'pacman -S pgvector',
  debian: (postgres) => `apt install postgresql-${postgres}-pgvector`,
  macos: () => 'brew install pgvector',
  fedora: () => 'dnf install pgvector',
  ubuntu: (postgres) => `apt install postgresql-${postgres}-pgvector`,
}

/** How to install pgvector, for the server that said it has none; this machine's way if it runs here. */
export function howToInstallPgvector(complaint: string, isHere: boolean): string {
  const postgres = /\/postgresql\/(\d+)\//.exec(complaint)?.[1] ?? '<version>'
  const elsewhere = `with the package postgresql-${postgres}-pgvector on Debian and Ubuntu, pgvector on others`
  if (!isHere) return elsewhere
  const script = applicationFile('scripts/install-system')
  return describeWay(readSystem(), postgres, existsSync(script) ? script : null) ?? elsewhere
}

export type System = { readonly id: string; readonly version: string }

/** The way of one system; null for one that nothing is known about. */
export function describeWay(
  { id, version }: System,
  postgres: string,
  script: string | null,
): string | null {
  // Debian 12 has no package of it.
  if (id === 'debian' && version === '12') {
    return script === null
      ? `with the package postgresql-${postgres}-pgvector of https://apt.postgresql.org`
      : `with ${script} --service`
  }
  const install = PACKAGES[id]?.(postgres)
  return install === undefined ? null : `with \`${install}\``
}

function readSystem(): System {
  if (process.platform === 'darwin') return { id: 'macos', version: '' }
  const text = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  const read = (name: string) => new RegExp(`^${name}="?([^"\\n]*)`, 'm').exec(text)?.[1] ?? ''
  return { id: read('ID'), version: read('VERSION_ID') }
}
