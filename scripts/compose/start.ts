import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readCompose, startOrder, type Condition, type Service } from './read-compose.ts'

/**
 * Starts the containers of compose.yaml with podman, in its order and with its settings, asks the API
 * a question, and removes them. It runs in a network namespace of its own, where each container has an
 * address, as it has with Compose: `unshare --net node scripts/compose/start.ts IMAGE`. Images that
 * cannot be fetched have a stand-in: the same program of this machine, behind the same entry point.
 */
const STAND_INS: Readonly<Record<string, string>> = {
  'pgvector/pgvector': 'postgres',
  'valkey/valkey': 'valkey',
}
const VARIABLES = [
  'ADMIN_TOKEN',
  'KEY_PEPPER',
  'POSTGRES_PASSWORD',
  'API_DATABASE_PASSWORD',
  'WORKER_DATABASE_PASSWORD',
]
/** Without systemd, and with limits that a container may give which has none of its own to raise. */
const PODMAN = ['--cgroup-manager', 'cgroupfs', '--runtime', 'runc']
const LIMITS = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096']
const WAIT_MS = 120_000

const root = join(import.meta.dirname, '../..')
const [image = ''] = process.argv.slice(2)
const work = mkdtempSync(join(tmpdir(), 'footnote-compose-'))
const variables = Object.fromEntries(
  VARIABLES.map((name) => [name, randomBytes(32).toString('hex')]),
)
const compose = readCompose(readFileSync(join(root, 'compose.yaml'), 'utf8'), variables)
const order = startOrder(compose)
const hosts = order.map((name, index) => [name, `10.89.0.${index + 2}`] as const)
const started: string[] = []

const run = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
const podman = (...args: string[]): string => run('podman', [...PODMAN, ...args])
const succeeds = (...args: string[]): boolean => {
  try {
    execFileSync('podman', [...PODMAN, ...args], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const say = (text: string): void => {
  process.stdout.write(`compose: ${text}\n`)
}

function connect(name: string, address: string): string {
  const namespace = `footnote-${name}`
  const link = `fn-${name}`.slice(0, 15)
  run('ip', ['netns', 'add', namespace])
  run('ip', ['link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace])
  run('ip', ['link', 'set', link, 'master', 'footnote', 'up'])
  run('ip', ['-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0'])
  for (const device of ['eth0', 'lo']) run('ip', ['-n', namespace, 'link', 'set', device, 'up'])
  return `ns:/run/netns/${namespace}`
}

function serviceNamed(name: string): Service {
  const service = compose.services[name]
  if (!service) throw new Error(`compose.yaml has no service called ${name}.`)
  return service
}

const findStandIn = (service: Service) => STAND_INS[service.image?.split(':')[0] ?? '']

function start(name: string, address: string, service: Service): void {
  const standIn = findStandIn(service)
  const options = [
    'run',
    '--detach',
    '--name',
    `footnote-${name}`,
    '--network',
    connect(name, address),
    ...LIMITS,
    ...hosts.flatMap(([host, itsAddress]) => ['--add-host', `${host}:${itsAddress}`]),
    ...(service.init ? ['--init'] : []),
    ...(service.read_only ? ['--read-only'] : []),
    ...(service.shm_size ? ['--shm-size', service.shm_size] : []),
    ...service.tmpfs.flatMap((folder) => ['--tmpfs', folder]),
    ...service.cap_drop.flatMap((capability) => ['--cap-drop', capability]),
    ...service.security_opt.flatMap((option) => ['--security-opt', option]),
    ...(service.healthcheck?.disable ? ['--no-healthcheck'] : []),
    ...service.volumes.flatMap((volume) => ['--volume', `footnote-${volume}`]),
    ...service.configs.flatMap(({ source, target }) => [
      '--volume',
      `${configFile(source)}:${target}:ro`,
    ]),
    // What .env has, then what the service sets.
    ...Object.entries({
      ...(service.env_file.length > 0 ? variables : {}),
      ...service.environment,
    }).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
  ]
  const command = Array.isArray(service.command)
    ? service.command
    : splitCommand(service.command ?? '')
  const program = standIn
    ? ['--rootfs', '/:O', join(import.meta.dirname, 'stand-ins', standIn)]
    : [image]
  podman(...options, ...program, ...command)
  started.push(name)
}

function configFile(source: string): string {
  const path = join(work, source)
  writeFileSync(path, compose.configs[source]?.content ?? '')
  return path
}

const splitCommand = (command: string): string[] =>
  (command.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''))

const CHECKS: Readonly<Record<Condition, (name: string, service: Service) => boolean>> = {
  service_started: () => true,
  service_healthy: (name, { healthcheck }) => {
    const [kind, ...command] = healthcheck?.test ?? []
    return kind === 'CMD'
      ? succeeds('exec', `footnote-${name}`, ...command)
      : succeeds('healthcheck', 'run', `footnote-${name}`)
  },
  service_completed_successfully: (name) => {
    const state = getState(name)
    if (/^exited [^0]/.test(state)) throw new Error(`${name} failed.`)
    return state === 'exited 0'
  },
}

const getState = (name: string): string =>
  podman('inspect', '--format', '{{.State.Status}} {{.State.ExitCode}}', `footnote-${name}`)

async function waitFor(name: string, condition: Condition): Promise<void> {
  const service = serviceNamed(name)
  const deadline = Date.now() + WAIT_MS
  while (!CHECKS[condition](name, service)) {
    const isRunning =
      condition === 'service_completed_successfully' || getState(name) === 'running 0'
    if (!isRunning) throw new Error(`${name} ended.`)
    if (Date.now() > deadline) throw new Error(`${name} did not become ${condition}.`)
    await delay(500)
  }
}

function ask(address: string): string {
  const footnote = (...args: string[]): string =>
    execFileSync('node', [join(root, 'build/main.js'), ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        FOOTNOTE_URL: `http://${address}:8080`,
        ADMIN_TOKEN: variables['ADMIN_TOKEN'],
      },
    })
  const printed = footnote('ingest', join(root, 'docs/errors'), '--create', 'Error codes')
  const exported = (name: string) => new RegExp(`${name}=(\\S+)`).exec(printed)?.[1] ?? ''
  return footnote(
    'ask',
    'What does QUOTA_EXCEEDED mean?',
    '--knowledge-base',
    exported('KNOWLEDGE_BASE'),
    '--key',
    exported('KEY'),
  )
}

function printLogs(): void {
  for (const name of started) {
    say(`the end of the log of ${name}:`)
    execFileSync('podman', [...PODMAN, 'logs', '--tail', '30', `footnote-${name}`], {
      stdio: 'inherit',
    })
  }
}

function removeAll(): void {
  for (const name of order) succeeds('rm', '--force', '--volumes', `footnote-${name}`)
  for (const [name] of hosts) {
    try {
      execFileSync('ip', ['netns', 'delete', `footnote-${name}`], { stdio: 'ignore' })
    } catch {
      // It was not made.
    }
  }
  succeeds('volume', 'rm', '--force', 'footnote-postgres')
}

const begun = performance.now()
const seconds = (): string => `${Math.round((performance.now() - begun) / 1000)} s`
try {
  // Left by a run that was killed.
  removeAll()
  run('ip', ['link', 'set', 'lo', 'up'])
  run('ip', ['link', 'add', 'footnote', 'type', 'bridge'])
  run('ip', ['addr', 'add', '10.89.0.1/24', 'dev', 'footnote'])
  run('ip', ['link', 'set', 'footnote', 'up'])
  for (const [name, address] of hosts) {
    const service = serviceNamed(name)
    for (const [needed, { condition }] of Object.entries(service.depends_on)) {
      await waitFor(needed, condition)
    }
    start(name, address, service)
    say(`started ${name} after ${seconds()}`)
  }
  for (const name of ['api', 'worker']) await waitFor(name, 'service_healthy')
  say(`healthy after ${seconds()}`)
  const answer = ask(hosts.find(([name]) => name === 'api')?.[1] ?? '')
  process.stdout.write(answer)
  if (!/^\[1\] /m.test(answer)) throw new Error('The answer cites nothing.')
  say(`a cited answer after ${seconds()}`)
} catch (error) {
  printLogs()
  throw error
} finally {
  removeAll()
  rmSync(work, { recursive: true })
}
