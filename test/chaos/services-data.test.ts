import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runSql } from '../support/store/services.ts'

const SERVICES = join(import.meta.dirname, '../../scripts/services')

test('scripts/services down keeps the data for the next up, and --delete removes it', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'footnote-services-test-'))
  const env = { ...process.env, FOOTNOTE_SERVICES_DIR: directory }
  const services = async (...command: string[]) =>
    (await promisify(execFile)(SERVICES, command, { env })).stdout
  const databaseUrl = (printed: string) => /^export DATABASE_URL=(.+)$/m.exec(printed)?.[1] ?? ''
  try {
    const first = await services('up')
    const folder = /^services: running, in (.+)$/m.exec(first)?.[1] ?? ''
    await runSql(databaseUrl(first), 'create table kept ()')
    expect(await services('down')).toContain(`The data stays in ${folder}`)
    const second = await services('up')
    expect(databaseUrl(second)).toBe(databaseUrl(first))
    await runSql(databaseUrl(second), 'select from kept')
    expect(await services('down', '--delete')).toContain('data deleted')
    expect(existsSync(folder)).toBe(false)
  } finally {
    await services('down', '--delete')
    await rm(directory, { recursive: true })
  }
})
