import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  archivingSettings,
  backupArguments,
  renderConfiguration,
  restoreArguments,
  startOptions,
} from './pgbackrest.ts'

const GUIDE = readFileSync(new URL('../../../docs/guides/operations.md', import.meta.url), 'utf8')
const RESTORED = '/var/lib/postgresql/15/restored'
const command = (args: readonly string[]) => `\npgbackrest --stanza=footnote ${args.join(' ')}\n`

test('the guide says what the test of restoring does', () => {
  expect(GUIDE).toContain(`\n${archivingSettings('pgbackrest')}\``)
  expect(GUIDE).toContain(
    renderConfiguration({
      repository: '/var/lib/pgbackrest',
      logs: '/var/log/pgbackrest',
      data: '/var/lib/postgresql/15/main',
      port: 5432,
      sockets: '/var/run/postgresql',
    }),
  )
  expect(GUIDE).toContain(command(backupArguments('full')))
  expect(GUIDE).toContain(command(backupArguments('incr')))
  expect(GUIDE).toContain(command(restoreArguments(`'2026-11-18 12:00:00+00'`, RESTORED)))
  expect(GUIDE).toContain(`--options='${startOptions(5433)}'`)
})
