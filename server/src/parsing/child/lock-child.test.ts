import { once } from 'node:events'
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { startChild } from './parser-handle.ts'

const APPLICATION = fileURLToPath(new URL('../../../../', import.meta.url))
const ENTRY = fileURLToPath(new URL('./fixtures/attempting-child.ts', import.meta.url))
/** In a folder that it could read while it started. */
const OTHER_CODE = fileURLToPath(new URL('../../main.ts', import.meta.url))

const folder = await mkdtemp(join(tmpdir(), 'footnote-lock-'))
/** Both would take a call: what fails below fails on the side of the child. */
let calls = 0
const [tcp, unix] = [createServer(), createServer()]
for (const server of [tcp, unix]) server.on('connection', () => (calls += 1))
tcp.listen(0, '127.0.0.1')
unix.listen(join(folder, 'socket'))
await Promise.all([once(tcp, 'listening'), once(unix, 'listening')])
const { port } = tcp.address() as AddressInfo

const child = await startChild({ cpuSeconds: 60, memoryMb: 200 }, 'common', ENTRY)
afterAll(async () => {
  await child.end()
  tcp.close()
  unix.close()
  await rm(folder, { recursive: true })
})

/** What becomes of code that runs inside of the child. */
async function attempt(code: string): Promise<string> {
  const header = { contentType: 'text/plain', givenTitle: null }
  const program = Buffer.from(`var load = process.getBuiltinModule; ${code}`)
  const reply = await child.parse(header, program)
  return 'failure' in reply ? reply.failure : ''
}

const settles = (emitter: string, event: string) =>
  `new Promise((done, failed) => ${emitter}.on('${event}', done).on('error', failed))`
const connect = (to: string) => settles(`load('net').connect(${to})`, 'connect')
const read = (path: string) => `load('fs').readFileSync(${JSON.stringify(path)})`

test.each([
  ['connect', connect(`${port}, '127.0.0.1'`), 'EMFILE'],
  ['connect over IPv6', connect(`${port}, '::1'`), 'EMFILE'],
  ['connect to a socket file', connect(JSON.stringify(join(folder, 'socket'))), 'EMFILE'],
  ['fetch', `fetch('http://127.0.0.1:${port}/')`, 'EMFILE'],
  ['listen', settles(`load('net').createServer().listen(0)`, 'listening'), 'EMFILE'],
  [
    'send a datagram',
    `new Promise((done, failed) => {
      load('dgram').createSocket('udp4').on('error', failed).send('x', 53, '127.0.0.1', done)
    })`,
    'EMFILE',
  ],
  ['resolve a name', `load('dns').promises.lookup('localhost')`, 'ENOTFOUND'],
  ['ask a name server', `load('dns').promises.resolve4('example.com')`, 'ECONNREFUSED'],
  ['read a file of the system', read('/etc/passwd'), 'ERR_ACCESS_DENIED'],
  ['read its environment', read('/proc/self/environ'), 'ERR_ACCESS_DENIED'],
  ['read the settings', read(join(APPLICATION, '.env')), 'ERR_ACCESS_DENIED'],
  ['read the application', read(join(APPLICATION, 'package.json')), 'ERR_ACCESS_DENIED'],
  ['read its own code', read(ENTRY), 'ERR_ACCESS_DENIED'],
  ['look for a file', `load('fs').statSync(${JSON.stringify(ENTRY)})`, 'ERR_ACCESS_DENIED'],
  ['list a folder', `load('fs').readdirSync(${JSON.stringify(folder)})`, 'ERR_ACCESS_DENIED'],
  ['load more code', `import(${JSON.stringify(OTHER_CODE)})`, 'ERR_ACCESS_DENIED'],
  ['write', `load('fs').writeFileSync('${folder}/written', '')`, 'ERR_ACCESS_DENIED'],
  ['keep a database', `new (load('sqlite').DatabaseSync)('${folder}/written')`, /undefined/],
  ['start a process', `load('child_process').spawnSync('true')`, 'ERR_ACCESS_DENIED'],
  ['become another program', `process.execve('/bin/true', ['true'], {})`, 'ERR_ACCESS_DENIED'],
  [
    'start a thread',
    `new (load('worker_threads').Worker)('1', { eval: true })`,
    'ERR_ACCESS_DENIED',
  ],
  ['load an addon', `process.dlopen({ exports: {} }, '${folder}/a.node')`, 'ERR_DLOPEN_DISABLED'],
  ['reach into Node', `process.binding('tcp_wrap')`, 'ERR_ACCESS_DENIED'],
  ['open an inspector', `load('inspector').open(0)`, 'ERR_ACCESS_DENIED'],
  ['end the service', `process.kill(process.ppid, 0)`, /not a function/],
  ['slow the service down', `load('os').setPriority(process.ppid, 19)`, /not a function/],
])('code in the child cannot %s', async (_, code, refusal) => {
  expect(await attempt(code)).toMatch(refusal)
})

test('it can still compute, and close a descriptor without getting another', async () => {
  expect(await attempt(`load('zlib').gunzipSync(load('zlib').gzipSync('a')).toString()`)).toBe(
    'done: a',
  )
  const swap = `load('fs').closeSync(0); ${connect(`${port}, '127.0.0.1'`)}`
  expect(await attempt(swap)).toBe('EMFILE')
})

test('nothing of the above arrived or was left', async () => {
  expect(calls).toBe(0)
  expect(await readdir(folder)).toEqual(['socket'])
})

test('it has no open file or socket except the pipe to its parent', async () => {
  const own = `/proc/${child.processId}/fd`
  const held = await Promise.all((await readdir(own)).map((fd) => readlink(join(own, fd))))
  const kinds = held.map((target) => target.replace(/:?\[.*$/, ''))
  expect(kinds.filter((kind) => kind === 'socket')).toHaveLength(1)
  expect(new Set(kinds)).toEqual(new Set(['/dev/null', 'socket', 'pipe', 'anon_inode']))
  const limits = await readFile(`/proc/${child.processId}/limits`, 'utf8')
  expect(limits).toMatch(/^Max open files\s+0\s+0\s/m)
})
