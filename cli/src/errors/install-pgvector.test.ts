import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeWay, howToInstallPgvector } from './install-pgvector.ts'

const SCRIPT = join(import.meta.dirname, '../../../scripts/install-system')

test.each([
  ['debian', '12', SCRIPT, `with ${SCRIPT} --service`],
  // Installed from npm, which does not bring the script along.
  ['debian', '12', null, 'with the package postgresql-16-pgvector of https://apt.postgresql.org'],
  ['debian', '13', SCRIPT, 'with `apt install postgresql-16-pgvector`'],
  ['ubuntu', '24.04', null, 'with `apt install postgresql-16-pgvector`'],
  ['fedora', '42', null, 'with `dnf install pgvector`'],
  ['macos', '', null, 'with `brew install pgvector`'],
  ['gentoo', '', SCRIPT, null],
])('on %s %s it is installed by that system’s means', (id, version, script, way) => {
  expect(existsSync(SCRIPT)).toBe(true)
  expect(describeWay({ id, version }, '16', script)).toBe(way)
})

test('the package is that of the server’s version, wherever it runs', () => {
  const complaint =
    'could not open extension control file "/usr/share/postgresql/17/extension/vector.control"'
  expect(howToInstallPgvector(complaint, false)).toContain('postgresql-17-pgvector on Debian')
})
