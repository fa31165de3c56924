import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectSocket } from '../support/network/socket.ts'
import { createKnowledge, createPublicKey, putPages } from '../support/knowledge.ts'
import { call, inParallel } from '../support/chaos/call.ts'
import { endsIn, signReaderToken } from '../support/signed-readers/reader-tokens.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { createDatabase } from '../support/store/services.ts'

/** In full: every combination over each of the ways. Otherwise each combination over one of them in turn. */
const IS_FULL = process.env['CHAOS'] === 'full'
const BASES = IS_FULL ? 5 : 3
const AT_ONCE = 8

/** Two groups that are open to every key, and three for signed readers. */
const OPEN = ['amber', 'birch'] as const
const SIGNED = ['coral', 'delta', 'ember'] as const
const GROUPS = [...OPEN, ...SIGNED]
type Group = (typeof GROUPS)[number]

type Base = {
  id: string
  secret: string
  otherSecret: string
  ids: Record<Group, string>
  keys: { groups: readonly Group[]; clientKey: string }[]
  /** Conversations by whose they are. */
  threads: Map<string, string>
}

let database: TestDatabase
let service: Service
const bases: Base[] = []

beforeAll(async () => {
  database = await createDatabase()
  const env = {
    SECRETS_KEY: 'a key for the tests, 32 characters',
    RATE_LIMIT_PER_KEY: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
  }
  service = await startService({ databaseUrl: database.ownerUrl, env })
  for (let number = 0; number < BASES; number += 1) bases.push(await createBase(number))
})

afterAll(async () => {
  await service?.kill()
  await database?.drop()
})

/** On every page, and nowhere else: where it is read is seen by it. */
const canary = (number: number, group: Group | 'loose') => `q${number}${group}`
const CANARIES = /q\d(?:amber|birch|coral|delta|ember|loose)/g

const KEY_GROUPS: readonly (readonly Group[])[] = [
  [],
  ['amber'],
  ['coral'],
  ['amber', 'coral'],
  ['delta', 'ember'],
  GROUPS,
]

async function createBase(number: number): Promise<Base> {
  const { admin } = service
  const { knowledgeBaseId: id } = await createKnowledge(service)
  const ids: Partial<Record<Group, string>> = {}
  for (const name of GROUPS) {
    const signed_readers_only = SIGNED.some((signed) => signed === name)
    ids[name] = (await admin.groups.create(id, { name, signed_readers_only })).id
  }
  const page = (group: Group | 'loose') => {
    const word = canary(number, group)
    return {
      url: `https://docs.example.com/${number}/${group}`,
      content: `# Harbour tide\n\nThe harbour tide rises by ${word}.`,
    }
  }
  await putPages(service, id, [
    page('loose'),
    ...GROUPS.map((group) => ({ ...page(group), group_id: ids[group] ?? '' })),
  ])
  const secret = `the-secret-of-the-first-signer-of-${number}`
  const otherSecret = `the-secret-of-the-other-signer-of-${number}`
  await admin.readerSigners.create(id, { name: 'first', secret })
  await admin.readerSigners.create(id, { name: 'other', secret: otherSecret })
  const keys = []
  for (const groups of KEY_GROUPS) {
    const clientKey = await createPublicKey(
      admin,
      id,
      groups.map((group) => ids[group] ?? ''),
    )
    keys.push({ groups, clientKey })
  }
  return { id, secret, otherSecret, ids: ids as Record<Group, string>, keys, threads: new Map() }
}

type Presented = {
  name: string
  token: string | undefined
  /** null: it is refused. */
  groups: readonly Group[] | null
}

const SUBSETS: readonly (readonly Group[])[] = [
  [],
  ['coral'],
  ['delta'],
  ['coral', 'ember'],
  SIGNED,
  GROUPS,
]

/** What readers of this knowledge base may send, and what they may not. */
function presentedTo(base: Base): Presented[] {
  const foreign = bases.find((other) => other !== base) ?? base
  const sign = (claims: object, secret = base.secret) =>
    signReaderToken({ sub: 'ada', aud: base.id, groups: [...GROUPS], ...claims }, secret)
  const good = SUBSETS.flatMap((groups): Presented[] => [
    { name: `names ${groups.join()}`, token: sign({ groups }), groups },
    {
      name: `ids of ${groups.join()}`,
      token: sign({ groups: groups.map((group) => base.ids[group]) }, base.otherSecret),
      groups,
    },
    {
      name: `foreign ids of ${groups.join()}`,
      token: sign({ groups: groups.map((group) => foreign.ids[group]) }),
      groups: [],
    },
  ])
  const bad = {
    empty: '',
    'of another knowledge base': sign({ aud: foreign.id }, foreign.secret),
    'for another knowledge base': sign({ aud: foreign.id }),
    'signed by another knowledge base': sign({}, foreign.secret),
    expired: sign({ exp: endsIn(-1) }),
    'of nobody': sign({ sub: undefined }),
    unsigned: signReaderToken({ sub: 'ada', aud: base.id }, base.secret, { alg: 'none' }),
  }
  return [
    { name: 'none', token: undefined, groups: [] },
    ...good,
    ...Object.entries(bad).map(([name, token]) => ({ name, token, groups: null })),
  ]
}

/** The rule, as the contract has it. */
function readable(key: readonly Group[], token: readonly Group[]): string[] {
  const isOpen = (group: Group) => OPEN.some((open) => open === group) || token.includes(group)
  const groups = (key.length === 0 ? GROUPS : key).filter(isOpen)
  return [...(key.length === 0 ? ['loose'] : []), ...groups]
}

type Probe = {
  base: Base
  number: number
  key: Base['keys'][number]
  shown: Presented
  narrowed: readonly Group[] | undefined
}

const query = 'How far does the harbour tide rise?'
const bodyOf = ({ base, narrowed }: Probe) =>
  narrowed ? { group_ids: narrowed.map((group) => base.ids[group]) } : {}
const post = ({ base, key, shown }: Probe, path: string, body: object) =>
  call({
    method: 'POST',
    url: `${service.baseUrl}${path.replace('{id}', base.id)}`,
    headers: {
      accept: 'application/json, text/event-stream',
      'x-client-key': key.clientKey,
      ...(shown.token === undefined ? {} : { 'x-reader-token': shown.token }),
    },
    body,
  })
const PUBLIC = '/api/v1/public/knowledge-bases/{id}'
const tool = (name: string, probe: Probe, more: object = {}) =>
  post(probe, '/mcp/{id}', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: { query, ...bodyOf(probe), ...more } },
  })

/** What came back, as text. */
type Way = (probe: Probe) => Promise<string>

const WAYS: Readonly<Record<string, Way>> = {
  search: async (probe) =>
    (await post(probe, `${PUBLIC}/search`, { query, limit: 100, ...bodyOf(probe) })).text,
  chat: async (probe) =>
    (await post(probe, `${PUBLIC}/chat`, { query, top_k: 100, ...bodyOf(probe) })).text,
  form: async (probe) =>
    (await post(probe, `${PUBLIC}/form-deflect`, { description: query, ...bodyOf(probe) })).text,
  related: async (probe) => (await post(probe, `${PUBLIC}/related`, { query })).text,
  'MCP search': async (probe) => (await tool('search', probe, { limit: 100 })).text,
  'MCP ask': async (probe) => (await tool('ask', probe)).text,
  async WebSocket(probe) {
    const { base, key, shown } = probe
    await using socket = await connectSocket(service, base.id)
    socket.send({ type: 'init', client_key: key.clientKey })
    await socket.next(({ type }) => type === 'ready')
    const reader = shown.token === undefined ? {} : { reader_token: shown.token }
    return JSON.stringify(await socket.ask('1', { query, ...bodyOf(probe), ...reader }))
  },
}

function* probes(): Generator<Probe> {
  for (const [number, base] of bases.entries()) {
    for (const key of base.keys) {
      for (const shown of presentedTo(base)) {
        for (const narrowed of [
          undefined,
          ['amber'],
          ['coral'],
          ['delta', 'ember'],
          SIGNED,
          GROUPS,
        ] as const) {
          yield { base, number, key, shown, narrowed }
        }
      }
    }
  }
}

/** What is wrong with what came back, or nothing. */
function fault(way: string, probe: Probe, text: string): string | undefined {
  const { number, key, shown, narrowed } = probe
  const found = new Set(text.match(CANARIES))
  const isNarrowed = narrowed !== undefined && way !== 'related'
  const read = shown.groups === null ? [] : readable(key.groups, shown.groups)
  const isAllowed = !isNarrowed || narrowed.every((group) => read.includes(group))
  const own = isNarrowed ? [...narrowed] : read
  const wanted = new Set(
    shown.groups === null || !isAllowed ? [] : own.map((group) => canary(number, group as Group)),
  )
  const leaked = [...found].filter((word) => !wanted.has(word))
  if (leaked.length > 0) return `shows ${leaked.join()}`
  if (shown.groups === null) {
    return text.includes('READER_TOKEN_INVALID') ? undefined : `is not refused: ${text}`
  }
  if (!isAllowed) return text.includes('GROUP_NOT_ALLOWED') ? undefined : `is allowed: ${text}`
  const isWhole = way.endsWith('search')
    ? found.size === wanted.size
    : found.size > 0 || wanted.size === 0
  return isWhole ? undefined : `misses ${[...wanted].join()}: ${text}`
}

test('no combination of key, token, groups and transport shows what the rule does not', async () => {
  const faults: string[] = []
  let count = 0
  const tasks = [...probes()].entries()
  const names = Object.keys(WAYS)
  await inParallel(AT_ONCE, tasks, async ([index, probe]) => {
    const ways = IS_FULL ? names : [names[index % names.length] ?? '']
    for (const name of ways) {
      count += 1
      const text = (await WAYS[name]?.(probe)) ?? ''
      const wrong = fault(name, probe, text)
      if (wrong === undefined) continue
      const { key, shown, narrowed } = probe
      const asked = `${name}, key ${key.groups.join()}, token ${shown.name}, ${narrowed?.join()}`
      faults.push(`${asked}: ${wrong.slice(0, 500)}`)
    }
  })
  console.log(`isolation: ${count} probes of readers and groups, ${faults.length} faults`)
  expect(faults).toEqual([])
  expect(count).toBeGreaterThan(IS_FULL ? 20_000 : 2_000)
})

test('a conversation is continued by its own reader alone, over every transport that can', async () => {
  const faults: string[] = []
  let count = 0
  for (const [number, base] of bases.entries()) {
    const key = base.keys[0]
    if (!key) throw new Error('There is a key')
    const sign = (sub: string, secret = base.secret) =>
      signReaderToken({ sub, aud: base.id }, secret)
    const people: Presented[] = [
      { name: 'nobody', token: undefined, groups: [] },
      { name: 'ada', token: sign('ada'), groups: [] },
      { name: 'grace', token: sign('grace'), groups: [] },
      { name: 'ada of the other', token: sign('ada', base.otherSecret), groups: [] },
    ]
    const threads = new Map<Presented, string>()
    for (const shown of people) {
      const probe = { base, number, key, shown, narrowed: undefined }
      const { text } = await post(probe, `${PUBLIC}/chat`, { query })
      threads.set(shown, /"thread_id":"([^"]+)"/.exec(text)?.[1] ?? '')
    }
    for (const [owner, thread_id] of threads) {
      for (const shown of people) {
        const probe = { base, number, key, shown, narrowed: undefined }
        const replies = [
          (await post(probe, `${PUBLIC}/chat`, { query, thread_id })).text,
          (await post(probe, `/api/v1/public/threads/${thread_id}/chat`, { query })).text,
          (await tool('ask', probe, { thread_id })).text,
        ]
        for (const text of replies) {
          count += 1
          const isOwn = text.includes(`"thread_id":"${thread_id}"`)
          const isRefused = text.includes('NOT_FOUND')
          if (shown === owner ? !isOwn : isOwn || !isRefused) {
            faults.push(`${owner.name}'s, asked by ${shown.name}: ${text.slice(0, 300)}`)
          }
        }
      }
    }
  }
  console.log(`isolation: ${count} conversations continued, ${faults.length} faults`)
  expect(faults).toEqual([])
})
