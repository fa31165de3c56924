import { readFileSync } from 'node:fs'
import { servedRoutes } from '@footnote/contract/routes'
import { expect, onTestFinished } from 'vitest'
import { residentMb } from '../../bench/lib/load/idle-streams.ts'
import { lookAlike } from '../acceptance/support/client-keys.ts'
import { SOME_ID } from '../acceptance/support/wire.ts'
import { acceptance } from '../support/acceptance.ts'
import type { Service } from '../support/service.ts'
import type { SlowClient } from '../support/chaos/slow-clients.ts'
import { beginRequest, connectSlowly } from '../support/chaos/slow-clients.ts'
import { createFiles } from '../support/sources.ts'

const FULL = process.env['CHAOS'] === 'full'
const CONNECTIONS = FULL ? 100 : 20
const REQUESTS = FULL ? 1_000 : 50
/** A sample of the operator's routes: all check the token in one place, before anything else. */
const ADMIN_ROUTES = FULL ? Infinity : 2

/** How much each connection tries to make the process hold. */
const PUSHED_BYTES = 10 * 1024 * 1024
/**
 * Beyond what connections to a route take that reads no body. The largest body that is read without a
 * credential has 256 KiB; the rest is what the process has not collected yet.
 */
const MAX_MB_PER_CONNECTION = 4
/** How many times the CPU time of `/healthz` a refused request may take. */
const MAX_CPU_RATIO = 10
/** The minimum of this many runs, since other work of the process adds to some but seldom to all. */
const MEASURED = 3

const { test } = acceptance({ PUBLIC_URL: 'http://127.0.0.1', SECRETS_KEY: 'x'.repeat(43) + '=' })

type Target = { method: string; path: string; headers: Record<string, string> }

const WRONG = [
  {},
  { 'x-client-key': lookAlike('fnp') },
  { 'x-client-id': 'fnc_x', 'x-client-secret': 'fns_x' },
  { authorization: `Bearer ${'x'.repeat(40)}` },
]

const json = { 'content-type': 'application/json' }

/** Every route, without a valid credential. */
function targets(hookPath: string): Target[] {
  const signature = `sha256=${'0'.repeat(64)}`
  const bearer = { authorization: 'Bearer wrong' }
  const isAdmin = ({ path }: { path: string }) => path.startsWith('/api/v1/admin')
  const uploads = servedRoutes.filter(({ path }) => path.includes('/files'))
  const listed = [
    ...servedRoutes.filter((route) => !isAdmin(route)),
    ...servedRoutes.filter(isAdmin).slice(0, ADMIN_ROUTES),
    ...uploads,
  ].map(({ method, path }) => ({
    method: method.toUpperCase(),
    path: path.replaceAll(/[:{][A-Za-z]+\}?/g, SOME_ID),
  }))
  const others = [
    '/mcp',
    `/mcp/${SOME_ID}`,
    `/oauth/${SOME_ID}/token`,
    `/oauth/${SOME_ID}/reg`,
    '/healthz',
    '/readyz',
    '/metrics',
    '/docs',
    '/openapi.json',
    '/nowhere',
    `/api/v1/public/knowledge-bases/${SOME_ID}/llms.txt`,
  ].map((path) => ({ method: 'POST', path }))
  return [
    ...[...listed, ...others].flatMap((route, at) => ({
      ...route,
      headers: { ...json, ...WRONG[at % WRONG.length] },
    })),
    { method: 'POST', path: hookPath, headers: {} },
    { method: 'POST', path: hookPath, headers: bearer },
    { method: 'POST', path: hookPath, headers: { 'x-hub-signature-256': signature } },
  ]
}

/** Resolves when it is answered or closed, or has accepted everything. */
async function push(client: SlowClient): Promise<void> {
  const part = Buffer.alloc(64 * 1024, ' ')
  for (let sent = 0; sent < PUSHED_BYTES; sent += part.length) {
    if (client.received() !== '' || !client.socket.writable) return
    await new Promise((resolve) => client.socket.write(part, resolve))
  }
}

/** The most that the process grew while all of them were open. */
async function grownMb(service: Service, target: Target): Promise<number> {
  const pid = service.process.pid ?? 0
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => connectSlowly(service)),
  )
  onTestFinished(() => clients.forEach(({ socket }) => socket.destroy()))
  const before = residentMb(pid)
  for (const client of clients) beginRequest(client, { ...target, contentLength: PUSHED_BYTES + 1 })
  await Promise.all(clients.map(push))
  const grown = residentMb(pid) - before
  for (const { socket } of clients) socket.destroy()
  return grown
}

/** In ticks of the kernel's clock. */
function cpuTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

async function ticksFor(service: Service, { method, path, headers }: Target): Promise<number> {
  const pid = service.process.pid ?? 0
  const before = cpuTicks(pid)
  const withBody = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }
  for (let sent = 0; sent < REQUESTS; sent += 10) {
    const batch = Array.from({ length: 10 }, async () => {
      const reply = await fetch(service.baseUrl + path, { method, headers, ...withBody })
      await reply.arrayBuffer()
    })
    await Promise.all(batch)
  }
  return cpuTicks(pid) - before
}

test('no route spends memory or much CPU time on requests without a credential', async ({
  service,
  knowledge,
}) => {
  const kb = knowledge.knowledgeBaseId
  const source = await createFiles(service, knowledge, {})
  const { path: hookPath } = await service.admin.sources.hook(kb, source.id)
  const health = { method: 'GET', path: '/healthz', headers: {} }
  // Once first, so that memory that grows with use has grown.
  await ticksFor(service, health)
  await grownMb(service, { ...health, method: 'POST' })
  const healthTicks = Math.max(5, await ticksFor(service, health))
  const healthMb = Math.max(0, await grownMb(service, { ...health, method: 'POST' }))
  const all = targets(hookPath).map((target) => ({
    ...target,
    name: `${target.method} ${target.path} ${Object.keys(target.headers).join()}`,
  }))
  for (const target of all) {
    let ticks = Infinity
    for (let count = 0; count < MEASURED && ticks > healthTicks * MAX_CPU_RATIO; count += 1) {
      ticks = await ticksFor(service, target)
    }
    expect.soft(ticks / healthTicks, `processor: ${target.name}`).toBeLessThan(MAX_CPU_RATIO)
  }
  for (const target of all.filter(({ method }) => method !== 'GET')) {
    const perConnection = ((await grownMb(service, target)) - healthMb) / CONNECTIONS
    expect.soft(perConnection, `memory: ${target.name}`).toBeLessThan(MAX_MB_PER_CONNECTION)
  }
})
