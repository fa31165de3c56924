import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FakeSlack } from '../fakes/slack/slack.ts'
import { shownText, startFakeSlack } from '../fakes/slack/slack.ts'
import { CHANNEL_ENV, connectSlack } from '../support/channels/slack-channel.ts'
import { createChance } from '../support/chaos/chance.ts'
import { until } from '../support/chaos/load.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { createDatabase, readRows } from '../support/store/services.ts'

const SIZE =
  process.env['CHAOS'] === 'full' ? { events: 1_000, kills: 2 } : { events: 60, kills: 2 }
const PATIENCE_MS = 1_200_000
const CONVERSATIONS = 4

let database: TestDatabase
let api: Service
let knowledge: Knowledge
let slack: FakeSlack

const start = (command: 'api' | 'worker') =>
  startService({ databaseUrl: database.ownerUrl, command, env: CHANNEL_ENV })

beforeAll(async () => {
  database = await createDatabase()
  slack = await startFakeSlack()
  api = await start('api')
  knowledge = await createKnowledge(api)
})
afterAll(async () => {
  await api?.kill()
  await slack?.close()
  await database?.drop()
})

test(
  'of events that come again and again, while workers die, each is answered once',
  async () => {
    const chance = createChance('channel-kills')
    const { knowledgeBaseId } = knowledge
    let worker = await start('worker')
    await putPages(api, knowledgeBaseId, [
      {
        url: 'https://docs.acme.example/keys',
        title: 'Keys',
        content: '# Keys\n\nTo rotate a key, open the settings and press Rotate.',
      },
    ])
    await connectSlack(api, knowledgeBaseId, slack, { questions_per_minute: 10_000 })
    const asked: { ts: string; thread: string }[] = []
    const threads: string[] = []
    const answered = () =>
      slack.workspace.messages.filter(({ user }) => user === slack.workspace.botUserId)
    let kills = 0
    for (let number = 0; number < SIZE.events; number += 1) {
      const ts = slack.workspace.nextTs()
      // Some go on in a thread that there is.
      const thread =
        number % 3 === 2 ? (threads[chance.below(threads.length, `thread ${number}`)] ?? ts) : ts
      if (thread === ts && threads.length < CONVERSATIONS) threads.push(ts)
      const said = { text: `<@U0BOT1> How do I rotate key ${number}?`, thread }
      const event = slack.eventOf(said, ts)
      asked.push({ ts, thread })
      const again = number % 3 === 0 ? 1 + chance.below(2, `again ${number}`) : 0
      expect((await slack.deliver(event, again)).statuses).toEqual(Array(again + 1).fill(200))
      const isTime = number === Math.floor((SIZE.events * (kills + 1)) / (SIZE.kills + 1))
      if (isTime && kills < SIZE.kills) {
        const before = answered().length
        await until('an answer under way', async () => answered().length > before, PATIENCE_MS)
        await worker.kill()
        kills += 1
        worker = await start('worker')
      }
    }
    await using _last = worker
    const waiting = async () => {
      await sleep(500)
      const states = `select state from channel_events where state = 'waiting'`
      return (await readRows(database, states)).length
    }
    await until('every answer', async () => (await waiting()) === 0, PATIENCE_MS)

    const counts = new Map<string, number>()
    for (const { thread } of asked) counts.set(thread, (counts.get(thread) ?? 0) + 1)
    for (const [thread, count] of counts) {
      expect(slack.repliesTo(thread).length, `answers in ${thread}`).toBe(count)
    }
    expect(answered().length).toBe(SIZE.events)
    expect(answered().filter(({ state }) => state === 'streaming')).toEqual([])
    const shown = answered().map(shownText)
    expect(shown.filter((text) => !text.includes('press Rotate'))).toEqual([])
    const states = `select state, count(*)::int, sum((attempts > 1)::int)::int as resumed from channel_events group by state`
    const rows = await readRows<{ state: string; count: number; resumed: number }>(database, states)
    expect(rows).toMatchObject([{ state: 'answered', count: SIZE.events }])
    // Each question is counted and stored once, too.
    const stored = `select count(*)::int as count from messages`
    expect(await readRows(database, stored)).toEqual([{ count: SIZE.events }])
    console.log(
      `channel-kills: ${SIZE.events} events, ${kills} workers killed, ${rows[0]?.resumed} questions resumed, ${answered().length} answers`,
    )
  },
  PATIENCE_MS + 60_000,
)
