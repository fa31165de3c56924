import { createCipheriv } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, onTestFinished } from 'vitest'
import type { TestRepository } from '../fakes/git-host.ts'
import { createTestRepository, serveGit, writeTree } from '../fakes/git-host.ts'
import { acceptance } from '../support/acceptance.ts'
import type { Knowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { syncNow } from '../support/sources.ts'

const PREFIX = '/docs.git'
let answer: ReturnType<typeof serveGit> = (_, response) => response.writeHead(404).end()
const server = createServer((request, response) => answer(request, response))
await once(server.listen(0, '127.0.0.1'), 'listening')
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
const cache = await mkdtemp(join(tmpdir(), 'footnote-git-attacks-'))
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(cache, { recursive: true, force: true })
})

const { test } = acceptance({
  FETCH_ALLOWED_PRIVATE_HOSTS: host,
  GIT_CACHE_DIR: join(cache, 'git'),
})

async function repositoryWith(files: Record<string, string | Uint8Array>): Promise<TestRepository> {
  const repository = await createTestRepository()
  onTestFinished(() => repository.remove())
  // What a cipher writes does not become smaller.
  await repository.git('config', 'core.compression', '0')
  await repository.commit(files)
  answer = serveGit(repository.folder, PREFIX)
  return repository
}

const connect = ({ admin }: Service, { knowledgeBaseId }: Knowledge) =>
  admin.sources.create(knowledgeBaseId, {
    settings: {
      type: 'git',
      repository: `http://${host}${PREFIX}`,
      page_url: 'https://docs.example.org/{path}',
    },
    sync: false,
  })

const urlsIn = async ({ admin }: Service, { knowledgeBaseId }: Knowledge) =>
  (await admin.documents.list(knowledgeBaseId)).documents.map(({ url }) => url)

test.for([
  ['40000', '..'],
  ['40000', '.git'],
  ['100644', '../escape.md'],
] as const)(
  'a repository with %s %s fails its sync, and nothing is written',
  async (entry, { service, knowledge }) => {
    const [mode, name] = entry
    const repository = await repositoryWith({ 'a.md': '# Safe' })
    const safe = await repository.git('rev-parse', 'HEAD:a.md')
    const inner = await writeTree(repository, [['100644', 'evil.md', safe]])
    const tree = await writeTree(repository, [
      [mode, name, mode === '40000' ? inner : safe],
      ['100644', 'a.md', safe],
    ])
    const commit = await repository.git('commit-tree', tree, '-m', 'attack')
    await repository.git('update-ref', 'refs/heads/main', commit)
    const { id } = await connect(service, knowledge)
    expect(await syncNow(service, knowledge.knowledgeBaseId, id)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('has a name that leads out of it'),
    })
    expect(await urlsIn(service, knowledge)).toEqual([])
    expect(await readdir(cache)).toEqual(['git'])
  },
)

test('symbolic links of a repository lead nowhere', async ({ service, knowledge }) => {
  const secret = join(cache, 'secret.md')
  await writeFile(secret, '# Secret\n\nThe heron sleeps in the boiler.')
  onTestFinished(() => rm(secret))
  await repositoryWith({
    'a.md': '# Safe\n\nThe plover sleeps in the shed.',
    'absolute.md': `-> ${secret}`,
    'above.md': '-> ../../secret.md',
    folder: `-> ${cache}`,
    'parent.md': '-> ..',
  })
  const { id } = await connect(service, knowledge)
  expect(await syncNow(service, knowledge.knowledgeBaseId, id)).toMatchObject({
    state: 'completed',
    counts: { added: 1 },
  })
  expect(await urlsIn(service, knowledge)).toEqual(['https://docs.example.org/a'])
  const { results } = await knowledge.client.search({ query: 'Where does the heron sleep?' })
  expect(JSON.stringify(results)).not.toContain('heron')
})

const MB = 1_000_000
/** A pack is received, taken out of its protocol, checked, and read again for its index: 6.3 times its size. */
const MAX_GROWTH_MB = 640

/** Since the last call. */
async function peakMemoryMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1000
}

/** The same bytes in each run. */
const incompressible = (count: number, megabytes: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16, index), Buffer.alloc(16))
      return [`image-${index}.bin`, cipher.update(Buffer.alloc(megabytes * MB))]
    }),
  )

test('a pack of 60 MB is read, one above 200 MB is refused, and neither fills the memory', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId, client } = knowledge
  const page = { 'a.md': '# Safe\n\nThe plover sleeps in the shed.' }
  const { pid } = service.process
  await client.search({ query: 'plover' })
  await peakMemoryMb(pid)
  const before = await peakMemoryMb(pid)

  const syncing = new AbortController()
  const readers = (async () => {
    const answered: string[] = []
    while (!syncing.signal.aborted) {
      await sleep(250)
      const { results } = await client.search({ query: 'plover' })
      answered.push(...results.map(({ document }) => document.url))
    }
    return answered
  })()
  readers.catch(() => undefined)
  const large = await repositoryWith({ ...page, ...incompressible(3, 20) })
  const { id } = await connect(service, knowledge)
  const sync = () => syncNow(service, knowledgeBaseId, id)
  const first = await sync()
  expect(first).toMatchObject({ state: 'completed', reason: null, counts: { added: 1 } })
  expect(await peakMemoryMb(pid)).toBeLessThan(before + MAX_GROWTH_MB)

  await rm(join(cache, 'git'), { recursive: true })
  await large.commit({ ...incompressible(3, 70), 'b.md': '# Another' })
  expect(await sync()).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('larger than 200 MB'),
  })
  expect(await peakMemoryMb(pid)).toBeLessThan(before + MAX_GROWTH_MB)
  syncing.abort()
  expect(await readers).toContain('https://docs.example.org/a')
  expect(await urlsIn(service, knowledge)).toEqual(['https://docs.example.org/a'])
})
