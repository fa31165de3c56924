import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import type { SteeredEmbeddings } from '../support/acceptance.ts'
import { acceptance, steeredBy } from '../support/acceptance.ts'
import { BLOCKS_NOT_RUN } from '../support/documentation/blocks-not-run.ts'
import type { Block } from '../support/documentation/command-blocks.ts'
import { commandBlocks, toSettings } from '../support/documentation/command-blocks.ts'
import { startExampleHosts } from '../support/documentation/example-hosts.ts'
import { createKnowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { ADMIN_TOKEN, KEY_MAKING } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import {
  makeFolder,
  putExamplePages,
  removeFolder,
  readVariables,
} from './support/documented-world.ts'
import { joinAs } from './support/people.ts'

const hosts = await startExampleHosts()
afterAll(() => hosts.close())

const SETTINGS = {
  FETCH_ALLOWED_PRIVATE_HOSTS: new URL(hosts.origin).host,
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  RECAPTCHA_SITE_KEY: 'a site key',
  RECAPTCHA_SECRET: 'a secret',
  PUBLIC_URL: 'http://127.0.0.1:8080',
}
const { test } = acceptance(SETTINGS)

/** What somebody types when a command asks. */
const TYPED: Readonly<Record<string, string>> = {
  'footnote knowledge-bases delete': 'Docs\n',
  'footnote admin create': 'correct horse battery staple\n',
  'footnote admin recover': 'correct horse battery staple\n',
}

/** The addresses of examples, where something answers for them. */
const reachable = (command: string, { baseUrl }: Service) =>
  command
    .replaceAll(/https:\/\/(docs|git|api)\.example\.(org|com)/g, hosts.origin)
    .replaceAll('http://127.0.0.1:8080', baseUrl)

async function type(block: Block, folder: string, service: Service, env: Record<string, string>) {
  const script = `set -euo pipefail\nexec 2>&1\n${reachable(block.text, service)}`
  const child = spawn('bash', ['--norc', '-c', script], {
    cwd: folder,
    env: {
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...env,
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.stdin.on('error', () => undefined)
  const asked = Object.entries(TYPED).find(([command]) => block.text.startsWith(command))
  child.stdin.end(asked?.[1] ?? '')
  const printed = await text(child.stdout)
  return { exitCode: await ended, printed }
}

const isLeftOut = ({ file, text: code }: Block) =>
  BLOCKS_NOT_RUN.some((each) => each.file === file && code.startsWith(each.begins))

const toRun = commandBlocks
  .filter((block) => !isLeftOut(block) && toSettings(block) === null)
  .map((block) => [`${block.file}:${block.line}`, block] as const)

/** They wait for the service more than they work. */
const AT_ONCE = 5

test(
  'every block of commands runs as pasted',
  { timeout: 1_800_000 },
  async ({ service, database, embeddings }) => {
    expect(toRun.length).toBeGreaterThan(50)
    const waiting = [...toRun]
    const failures: string[] = []
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [where, block] = next
        const { exitCode, printed } = await runAsPasted(block, { service, database, embeddings })
        if (exitCode !== 0) failures.push(`${where} ended with ${exitCode}:\n${printed}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    expect(failures.length, failures.join('\n\n')).toBe(0)
  },
)

type World = {
  service: Service
  database: TestDatabase
  embeddings: SteeredEmbeddings
}

/** Each has a knowledge base and files of its own, so that none depends on another. */
async function runAsPasted(block: Block, { service, database, embeddings }: World) {
  const knowledge = await createKnowledge(service)
  const world = { service, knowledge, origin: hosts.origin }
  await putExamplePages(world)
  if (block.text.startsWith('footnote people role')) {
    const email = 'grace@example.com'
    await joinAs(service, knowledge.workspaceId, 'editor', { email })
  }
  if (block.text.startsWith('footnote admin recover')) {
    await joinAs(service, knowledge.workspaceId, 'viewer', { email: 'lin@example.com' })
  }
  const folder = await makeFolder(hosts)
  try {
    return await type(block, folder, service, {
      ...(await readVariables(block.text, world)),
      FOOTNOTE_URL: service.baseUrl,
      ADMIN_TOKEN,
      DATABASE_URL: database.ownerUrl,
      KEY_PEPPER: KEY_MAKING.pepper,
      ...SETTINGS,
      ...steeredBy(embeddings),
    })
  } finally {
    await removeFolder(folder)
  }
}
