import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { beforeAll, expect, test } from 'vitest'
import { Environment } from '../../server/src/config/config.ts'
import { getConnections } from '../../server/src/startup/doctor/check-server.ts'

type Service = {
  image?: string
  environment?: Record<string, string>
  ports?: string[]
  command?: unknown
  stop_grace_period?: string
}

/** superuser_reserved_connections, unless it is set. */
const FOR_SUPERUSERS = 3
/** How long a process takes to close what it has open, in server/src/main.ts. */
const CLOSING_SECONDS = 5

const FILE = join(import.meta.dirname, '../../compose.yaml')
let text: string
let services: Record<string, Service>

beforeAll(async () => {
  text = await readFile(FILE, 'utf8')
  ;({ services } = parse(text, { merge: true }) as { services: Record<string, Service> })
})

test('everything that is published is published to this machine only', () => {
  const ports = Object.values(services).flatMap((service) => service.ports ?? [])
  expect(ports.length).toBeGreaterThan(0)
  for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
})

test('no password or secret has a default', () => {
  const secrets = text.match(/\$\{\w*(?:PASSWORD|TOKEN|PEPPER)\w*[^}]*\}/g) ?? []
  expect(secrets.length).toBeGreaterThanOrEqual(5)
  for (const secret of secrets) expect(secret).toMatch(/^\$\{\w+:\?/)
})

test('serving processes log in as their roles, and what readers reach has no login of the owner', () => {
  const getLogin = (service: string, setting: string) =>
    /^postgres:\/\/(\w+):/.exec(services[service]?.environment?.[setting] ?? '')?.[1]
  for (const service of ['api', 'worker', 'migrate']) {
    expect(getLogin(service, 'API_DATABASE_URL'), service).toBe('footnote_api')
    expect(getLogin(service, 'WORKER_DATABASE_URL'), service).toBe('footnote_worker')
    // From .env, which every container is given.
    expect(services[service]?.environment?.['POSTGRES_PASSWORD'], service).toBe('')
  }
  expect(services['api']?.environment).not.toHaveProperty('DATABASE_URL')
  expect(getLogin('migrate', 'DATABASE_URL')).toBe('footnote')
  expect(services['migrate']?.command).toEqual(['migrate', '--set-logins'])
})

test('PostgreSQL allows every connection that the services may open', () => {
  const [, allowed] = /max_connections=(\d+)/.exec(String(services['postgres']?.command)) ?? []
  const { DATABASE_CONNECTIONS } = Environment.shape
  const needed = ['api', 'worker', 'migrate'].map((name) =>
    getConnections(
      DATABASE_CONNECTIONS.parse(services[name]?.environment?.['DATABASE_CONNECTIONS']),
    ),
  )
  expect(Number(allowed ?? 100) - FOR_SUPERUSERS).toBeGreaterThanOrEqual(
    needed.reduce((sum, each) => sum + each, 0),
  )
})

test.each(['api', 'worker'])(
  'a restart of %s leaves an answer the time that it may take',
  (name) => {
    const { ANSWER_TIMEOUT_SECONDS, DRAIN_SECONDS } = Environment.shape
    const drain = DRAIN_SECONDS.parse(services[name]?.environment?.['DRAIN_SECONDS'])
    expect(drain).toBeGreaterThan(ANSWER_TIMEOUT_SECONDS.parse(undefined))
    const [, grace] = /^(\d+)s$/.exec(services[name]?.stop_grace_period ?? '') ?? []
    // Requests, then jobs, and what is open closes.
    expect(Number(grace)).toBeGreaterThan(2 * drain + CLOSING_SECONDS)
  },
)

test('PostgreSQL is of the version that all tests run on', async () => {
  const install = await readFile(join(FILE, '../scripts/install-system'), 'utf8')
  const tested = /postgresql-(\d+) /.exec(install)?.[1]
  expect(tested).toMatch(/^\d+$/)
  expect(services['postgres']?.image).toBe(`pgvector/pgvector:pg${tested}`)
})

test('the set-up link leads to the published port', () => {
  const [port = ''] = services['api']?.ports ?? []
  const published = /^127\.0\.0\.1:(.+):8080$/.exec(port)?.[1]
  expect(services['api']?.environment?.['PUBLIC_URL']).toBe(
    `\${PUBLIC_URL:-http://127.0.0.1:${published}}`,
  )
})

test('the service runs read-only, without rights, and as its image says', async () => {
  for (const name of ['api', 'worker', 'migrate']) {
    expect(services[name], name).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    expect(services[name], name).not.toHaveProperty('user')
  }
  const image = await readFile(join(FILE, '../Dockerfile'), 'utf8')
  expect(/^USER (.+)$/m.exec(image)?.[1]).toBe('1000:1000')
  expect(image).toMatch(/^HEALTHCHECK /m)
})

const DEV_FILE = join(import.meta.dirname, '../../compose.dev.yaml')
const around = (path: string) => readFile(join(DEV_FILE, '..', path), 'utf8')

test('containers to develop with have the settings of scripts/services, on this machine only', async () => {
  const dev = parse(await readFile(DEV_FILE, 'utf8')) as { services: Record<string, Service> }
  const ports = Object.values(dev.services).flatMap((service) => service.ports ?? [])
  expect(ports).toHaveLength(2)
  for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
  for (const name of ['postgres', 'valkey']) {
    expect(dev.services[name]?.image).toBe(services[name]?.image)
  }
  const script = await around('scripts/lib/services-postgres')
  const settings = [...script.matchAll(/^(max_\w+|wal_level) = (\w+)$/gm)]
  expect(settings.length).toBeGreaterThan(4)
  for (const [, name, value] of settings) {
    expect(dev.services['postgres']?.command).toContain(`-c ${name}=${value}`)
  }
})

test('the guide for contributors has the addresses of these containers', async () => {
  const { services: dev } = parse(await readFile(DEV_FILE, 'utf8')) as {
    services: Record<string, Service>
  }
  const guide = await around('CONTRIBUTING.md')
  const getPort = (name: string) => /^127\.0\.0\.1:(\d+):/.exec(dev[name]?.ports?.[0] ?? '')?.[1]
  const named = [...guide.matchAll(/FOOTNOTE_TEST_\w+=\w+:\/\/[^/]*127\.0\.0\.1:(\d+)/g)]
  expect(named.map(([, port]) => port)).toEqual([
    getPort('postgres'),
    getPort('postgres'),
    getPort('valkey'),
  ])
})
