import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../../server/src/platform/migrations/migrate.ts'
import type { TestServices } from './services.ts'
import { dropDatabase, runSql, uniqueName, withDatabase } from './services.ts'

type Servers = Omit<TestServices, 'templateDatabase'> & { stop: () => void }

/** vitest's globalSetup: the servers that scripts/check started, or some of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...servers } = startedServers(process.env) ?? startServers()
  try {
    const templateDatabase = uniqueName('footnote_template')
    await runSql(servers.databaseUrl, `create database ${templateDatabase}`)
    await migrate(withDatabase(servers.databaseUrl, templateDatabase))
    project.provide('services', { ...servers, templateDatabase })
    return async () => {
      await dropDatabase(servers.adminDatabaseUrl, templateDatabase)
      stop()
    }
  } catch (error) {
    stop()
    throw error
  }
}

function startedServers(environment: NodeJS.ProcessEnv): Servers | undefined {
  const {
    FOOTNOTE_TEST_DATABASE_URL: databaseUrl,
    FOOTNOTE_TEST_ADMIN_DATABASE_URL: adminDatabaseUrl,
    FOOTNOTE_TEST_REDIS_URL: redisUrl,
  } = environment
  if (databaseUrl === undefined) return undefined
  if (adminDatabaseUrl === undefined || redisUrl === undefined) {
    throw new Error(
      'FOOTNOTE_TEST_DATABASE_URL also needs FOOTNOTE_TEST_ADMIN_DATABASE_URL and FOOTNOTE_TEST_REDIS_URL',
    )
  }
  return { databaseUrl, adminDatabaseUrl, redisUrl, stop: () => {} }
}

function startServers(): Servers {
  const directory = mkdtempSync(join(tmpdir(), 'footnote-test-'))
  const services = (...command: string[]) =>
    execFileSync(join(import.meta.dirname, '../../../scripts/services'), command, {
      encoding: 'utf8',
      env: { ...process.env, FOOTNOTE_SERVICES_DIR: directory },
    })
  const stop = () => {
    services('down', '--delete')
    rmSync(directory, { recursive: true })
  }
  try {
    const printed = services('up')
    return {
      databaseUrl: exported(printed, 'DATABASE_URL'),
      adminDatabaseUrl: exported(printed, 'ADMIN_DATABASE_URL'),
      redisUrl: exported(printed, 'REDIS_URL'),
      stop,
    }
  } catch (error) {
    stop()
    throw error
  }
}

function exported(printed: string, name: string): string {
  const value = new RegExp(`^export ${name}=(.+)$`, 'm').exec(printed)?.[1]
  if (value === undefined) throw new Error(`scripts/services printed no ${name}`)
  return value
}
