import { execFile } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { startDocsSite } from '../fakes/docs-site.ts'
import { createKnowledge } from '../support/knowledge.ts'
import { ADMIN_TOKEN, CLI, startService } from '../support/service.ts'
import { createDatabase } from '../support/store/services.ts'
import { syncNow } from '../support/sources.ts'
import { watchSystemCalls } from '../support/network/system-call-watch.ts'

const run = promisify(execFile)

const site = await startDocsSite(
  [{ path: '/valve/', title: 'The valve', markdown: '## Turning\n\nTurn the valve by hand.' }],
  [],
)
afterAll(() => site.close())

// Traced processes start slowly.
test('neither the service nor the command connects anywhere else or leaves a file', async () => {
  await using database = await createDatabase()
  using watch = watchSystemCalls()
  const service = await startService({
    databaseUrl: database.ownerUrl,
    under: watch.command,
    env: {
      ...watch.env,
      FETCH_ALLOWED_PRIVATE_HOSTS: new URL(site.origin).host,
      // The cache of scripts/check is none of its files.
      NODE_DISABLE_COMPILE_CACHE: '1',
    },
  })
  const { knowledgeBaseId, client } = await createKnowledge(service)
  const source = await service.admin.sources.create(knowledgeBaseId, {
    name: 'Site',
    settings: { type: 'website', url: `${site.origin}/` },
    sync: false,
  })
  expect(await syncNow(service, knowledgeBaseId, source.id)).toMatchObject({ state: 'completed' })

  using commandWatch = watchSystemCalls()
  const [program = '', ...args] = commandWatch.command
  const docs = join(commandWatch.env.HOME, 'docs')
  await mkdir(docs)
  await writeFile(join(docs, 'pump.md'), '# The pump\n\nPrime the pump with two litres of water.')
  const ingest = [process.execPath, CLI, 'ingest', docs, '--knowledge-base', knowledgeBaseId]
  await run(program, [...args, ...ingest], {
    env: {
      PATH: process.env['PATH'],
      FOOTNOTE_URL: service.baseUrl,
      FOOTNOTE_ADMIN_TOKEN: ADMIN_TOKEN,
      ...commandWatch.env,
    },
  })

  const { results } = await client.search({ query: 'How is the valve turned?' })
  expect(results[0]?.document.url).toBe(`${site.origin}/valve/`)
  for await (const frame of client.ask({ query: 'How is the pump primed?' })) {
    expect(frame).not.toHaveProperty('error')
  }
  expect(await service.stop()).toBe(0)

  expect(watch.traces()).toEqual({ addresses: [], written: [] })
  expect(await readdir(watch.env.HOME)).toEqual(['calls'])
  expect(commandWatch.traces()).toEqual({ addresses: [], written: [] })
})

test('the tracer detects what it is meant to detect', async () => {
  using watch = watchSystemCalls()
  const [program = '', ...args] = watch.command
  // Addresses of documentation networks, which lead nowhere.
  const code = `
    const fs = require('node:fs')
    fs.mkdirSync(process.env.HOME + '/cache')
    fs.writeFileSync(process.env.HOME + '/cache/deviceid', '')
    require('node:net').connect(443, '192.0.2.1').on('error', () => {})
    require('node:dgram').createSocket('udp4').send('x', 53, '127.0.0.1')
    require('node:child_process').execFileSync('/bin/sh', ['-c', 'echo > "$HOME/by-a-child"'])
    setTimeout(() => process.exit(), 200)`
  await run(program, [...args, process.execPath, '--eval', code], {
    env: { PATH: process.env['PATH'], ...watch.env },
  })
  const { HOME } = watch.env
  const { addresses, written } = watch.traces()
  expect(addresses.sort()).toEqual(['127.0.0.1:53', '192.0.2.1:443'])
  expect(written).toEqual([`${HOME}/cache`, `${HOME}/cache/deviceid`, `${HOME}/by-a-child`])
})

test.each([
  ['by the system', `require('node:dns').lookup('nobody.invalid', () => {})`],
  ['by itself', `require('node:dns').resolve4('nobody.invalid', () => {})`],
  ['with a connection', `fetch('http://nobody.invalid/').catch(() => {})`],
])('a name that a process looks up %s is detected', async (_, look) => {
  using watch = watchSystemCalls()
  const [program = '', ...args] = watch.command
  const code = `${look}; setTimeout(() => process.exit(), 2_000)`
  await run(program, [...args, process.execPath, '--eval', code], {
    env: { PATH: process.env['PATH'], ...watch.env },
  })
  // Whoever answers names, a resolver on this machine included.
  expect(watch.traces().addresses).toContainEqual(expect.stringMatching(/:53$/))
})
