import { generateKeyPairSync } from 'node:crypto'
import { expect } from 'vitest'
import type { FakeDiscord } from '../fakes/discord/discord.ts'
import { shownIn, signedBy, startFakeDiscord } from '../fakes/discord/discord.ts'
import { says } from '../fakes/model-scripts.ts'
import { startModelServer } from '../fakes/model-server.ts'
import { acceptance } from '../support/acceptance.ts'
import { connectDiscord } from '../support/channels/discord-channel.ts'
import { CHANNEL_ENV } from '../support/channels/slack-channel.ts'
import { tablesWith } from '../support/channels/tables-with.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { readRows } from '../support/store/services.ts'

const { test, verifies } = acceptance({ ...CHANNEL_ENV, ALLOW_PRIVATE_MODEL_HOSTS: 'true' })

const SOON = { timeout: 120_000, interval: 100 }
const question = 'How do I rotate a key?'
const THREAD = '645000000000000005'
const DIRECT = '645000000000000009'
const DEFERRED = { status: 200, response: { type: 5 } }

const KEYS = {
  url: 'https://docs.acme.example/keys',
  title: 'Keys',
  content: '# Keys\n\nTo rotate a key, open the settings and press Rotate.',
}

const answersTo = (discord: FakeDiscord, interaction: string) =>
  discord.repliesTo(interaction).map(shownIn)

const eventsOf = (database: TestDatabase, knowledgeBaseId: string) =>
  readRows<{ state: string }>(
    database,
    `select state from channel_events where knowledge_base_id = '${knowledgeBaseId}'`,
  )

const begin = async () => {
  const discord = await startFakeDiscord()
  return { discord, [Symbol.asyncDispose]: () => discord.close() }
}

verifies(
  'channels.once',
  'a command is answered once with its source, a thread is a conversation, and buttons rate',
  async ({ service, knowledge }) => {
    const { knowledgeBaseId } = knowledge
    await using started = await begin()
    const { discord } = started
    // A fast answer comes before Discord has read that there will be one.
    discord.deferMs = 600
    await putPages(service, knowledgeBaseId, [KEYS])
    const channel = await connectDiscord(service, knowledgeBaseId, discord)
    expect(channel).toMatchObject({
      connection: { app: discord.application.id, bot_name: 'docs_bot', team: null },
      problem: null,
    })
    expect(channel.setup_url).toContain(`client_id=${discord.application.id}`)
    expect(discord.endpoint).toBe(channel.request_url)
    expect(discord.commands.map(({ name }) => name)).toEqual(['ask'])

    const first = discord.interactionOf({ question, channel: THREAD })
    expect(await discord.deliver(first)).toEqual(DEFERRED)
    expect(await discord.deliver(first)).toEqual(DEFERRED)
    await expect.poll(() => answersTo(discord, first.id).join(), SOON).toContain('press Rotate')
    const [reply, ...others] = discord.repliesTo(first.id)
    expect(others).toEqual([])
    expect(shownIn(reply!)).toContain('[[1]](https://docs.acme.example/keys')
    expect(reply?.content.allowed_mentions).toEqual({ parse: [] })

    const followUp = await discord.ask({ question: 'And who may do that?', channel: THREAD })
    const alone = await discord.ask({ question })
    const direct = await discord.ask({ question, channel: DIRECT })
    for (const { interaction } of [followUp, alone, direct]) {
      const isTold = () => discord.repliesTo(interaction)[0]?.isDeferred
      await expect.poll(isTold, SOON).toBe(false)
    }
    const { messages } = await service.admin.messages.list(knowledgeBaseId)
    expect(messages).toHaveLength(4)
    const threads = new Set(messages.map(({ thread_id: id }) => id))
    expect(threads.size).toBe(3)
    expect(messages.every(({ source }) => source === 'bot')).toBe(true)

    const [told] = discord.repliesTo(alone.interaction)
    const pressed = await discord.press(told!, 'down')
    expect(pressed.response).toMatchObject({
      type: 4,
      data: { content: 'Thank you for the feedback.', flags: 64 },
    })
    const rated = await service.admin.messages.list(knowledgeBaseId)
    expect(rated.messages.filter(({ vote }) => vote === 'down')).toHaveLength(1)

    await service.admin.channels.change(knowledgeBaseId, channel.id, {
      places: ['645000000000000002'],
    })
    for (const place of [undefined, THREAD]) {
      const elsewhere = await discord.ask({ question, ...(place ? { channel: place } : {}) })
      expect(elsewhere.response?.data?.content).toBe('I do not answer in this channel.')
    }
    await service.admin.channels.change(knowledgeBaseId, channel.id, { enabled: false })
    const off = await discord.ask({ question, channel: DIRECT })
    expect(off.response?.data?.content).toBe('I do not answer questions at the moment.')
    expect((await service.admin.messages.list(knowledgeBaseId)).messages).toHaveLength(4)
  },
)

verifies(
  'channels.signature',
  'a call of Discord that is forged, old, changed or for another application is refused',
  async ({ service, knowledge, database }) => {
    const { knowledgeBaseId } = knowledge
    await using started = await begin()
    const { discord } = started
    const other = await startFakeDiscord(2)
    await using _ = { [Symbol.asyncDispose]: () => other.close() }
    await connectDiscord(service, knowledgeBaseId, discord)
    const foreign = await createKnowledge(service, 'Other docs')
    await connectDiscord(service, foreign.knowledgeBaseId, other)
    const body = JSON.stringify(discord.interactionOf({ question }))
    const now = Math.floor(Date.now() / 1000)
    const { privateKey } = discord
    const good = signedBy(privateKey, body)
    const stranger = generateKeyPairSync('ed25519').privateKey
    const otherApp = JSON.stringify(
      discord.interactionOf({ question, more: { application_id: other.application.id } }),
    )
    const attempts: [string, string, Record<string, string>][] = [
      ['no signature', body, {}],
      ['another key', body, signedBy(stranger, body)],
      ['the key of another application', body, signedBy(other.privateKey, body)],
      ['six minutes old', body, signedBy(privateKey, body, now - 360)],
      ['from the future', body, signedBy(privateKey, body, now + 360)],
      ['another time', body, { ...good, 'x-signature-timestamp': String(now - 1) }],
      ['a changed body', body.replace('rotate', 'delete'), good],
      ['no hexadecimal signature', body, { ...good, 'x-signature-ed25519': 'zz' }],
      ['another application', otherApp, signedBy(privateKey, otherApp)],
    ]
    for (const [name, sent, headers] of attempts) {
      const response = await fetch(discord.endpoint, { method: 'POST', body: sent, headers })
      expect(response.status, name).toBe(401)
      await response.body?.cancel()
    }
    const response = await fetch(other.endpoint, { method: 'POST', body, headers: good })
    expect(response.status).toBe(401)
    await response.body?.cancel()
    expect(await eventsOf(database, knowledgeBaseId)).toEqual([])
    expect(await eventsOf(database, foreign.knowledgeBaseId)).toEqual([])
  },
)

verifies(
  'channels.groups',
  'what is for signed readers is not told in a server, which anybody may join',
  async ({ service, knowledge }) => {
    const { knowledgeBaseId } = knowledge
    const { groups } = service.admin
    const open = await groups.create(knowledgeBaseId, { name: 'Open' })
    const gold = await groups.create(knowledgeBaseId, { name: 'Gold', signed_readers_only: true })
    const page = (name: string, group_id: string, word: string) => ({
      url: `https://docs.acme.example/${name}`,
      title: `Tariff ${name}`,
      content: `# Tariff ${name}\n\nThe ${name} tariff of the harbour costs ${word} a month.`,
      group_id,
    })
    await putPages(service, knowledgeBaseId, [
      page('open', open.id, 'seven'),
      page('gold', gold.id, 'nineteen'),
    ])
    await using started = await begin()
    const { discord } = started
    await connectDiscord(service, knowledgeBaseId, discord, { group_ids: [open.id, gold.id] })
    const ask = async (text: string) => {
      const { interaction } = await discord.ask({ question: text })
      await expect.poll(() => discord.repliesTo(interaction)[0]?.isDeferred, SOON).toBe(false)
      return answersTo(discord, interaction).join()
    }
    expect(await ask('What does the open tariff of the harbour cost a month?')).toContain('seven')
    expect(await ask('What does the gold tariff of the harbour cost a month?')).not.toContain(
      'nineteen',
    )
  },
)

test('a long answer grows by edits within the limit of Discord, and goes on in another message', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  await using started = await begin()
  const { discord } = started
  const model = await startModelServer()
  await using _ = { [Symbol.asyncDispose]: () => model.close() }
  const steps = Array.from({ length: 90 }, (_step, at) => {
    const text = `${at + 1}. Open page ${at + 1} of the settings, and look whether Rotate is shown there [1].`
    return `${text}\n`
  })
  const answer = `${steps.slice(0, 40).join('')}\nThen @everyone goes on:\n\n${steps.slice(40).join('')}`
  model.answer(() => says(answer, { delayMs: 5 }))
  await service.admin.answerModel.put(knowledgeBaseId, {
    provider: 'openai-compatible',
    model: 'small',
    base_url: model.url,
    skip_test: true,
  })
  await putPages(service, knowledgeBaseId, [KEYS])
  await connectDiscord(service, knowledgeBaseId, discord)
  discord.writesPerSecond = 1
  const { interaction } = await discord.ask({ question })
  const told = () => answersTo(discord, interaction)
  await expect.poll(() => told().join(), SOON).toContain('Sources')
  const replies = discord.repliesTo(interaction)
  expect(replies.length).toBeGreaterThan(1)
  expect(replies[0]?.edits).toBeGreaterThan(1)
  for (const { content } of replies) {
    expect(content.allowed_mentions).toEqual({ parse: [] })
    expect(content.embeds?.[0]?.description.length).toBeLessThanOrEqual(4_096)
  }
  expect(replies.map(({ content }) => content.components?.length)).toEqual([
    ...replies.slice(1).map(() => 0),
    1,
  ])
  expect(
    told()
      .join('\n')
      .match(/Open page \d+/g),
  ).toHaveLength(90)
})

test('Discord’s faults are waited for, and what it refuses is shown to operators', async ({
  service,
  knowledge,
  database,
}) => {
  const { knowledgeBaseId } = knowledge
  const { channels } = service.admin
  await using started = await begin()
  const { discord } = started
  await putPages(service, knowledgeBaseId, [KEYS])
  const { id } = await channels.create(knowledgeBaseId, { kind: 'discord', name: 'Community' })
  const credential = {
    kind: 'discord',
    bot_token: discord.botToken,
    api_url: discord.apiUrl,
  } as const
  const connect = (more: object = {}) =>
    channels.connect(knowledgeBaseId, id, { ...credential, ...more })
  await expect(connect({ bot_token: 'not-this-token' })).rejects.toThrow(
    'Discord does not know the bot token.',
  )
  await expect(
    channels.connect(knowledgeBaseId, id, {
      kind: 'slack',
      bot_token: 'xoxb-some-token',
      signing_secret: 'some-secret',
    }),
  ).rejects.toThrow('kind must be discord')
  discord.api.interrupt(/applications\/@me/, { status: 500 })
  await expect(connect()).rejects.toThrow('Discord answers with status 500.')
  // Discord calls the address to see who answers, and does not reach it.
  discord.isReachable = false
  const unreached = await connect()
  expect(unreached.problem?.message).toContain('It has to be reachable over HTTPS.')
  discord.isReachable = true
  expect((await connect()).problem).toBeNull()
  discord.api.interrupt(/\/@original$/, { status: 503 }, { status: 500 })
  const { interaction } = await discord.ask({ question })
  await expect.poll(() => answersTo(discord, interaction).join(), SOON).toContain('press Rotate')
  const problem = async () => (await channels.list(knowledgeBaseId)).channels[0]?.problem?.message
  await expect.poll(problem, SOON).toBeUndefined()

  // Somebody has deleted the response: nothing is left to do.
  discord.deferMs = 400
  const deleted = await discord.ask({ question })
  discord.messages.length = 0
  await expect
    .poll(async () => (await eventsOf(database, knowledgeBaseId)).map(({ state }) => state), SOON)
    .toEqual(['answered', 'answered'])
  discord.deferMs = 0
  expect(deleted.response).toEqual({ type: 5 })

  discord.api.interrupt(/\/@original$/, { status: 401, body: { code: 50_027, message: 'x' } })
  await discord.ask({ question })
  await expect.poll(problem, SOON).toContain('more than 15 minutes after its question')

  expect(await channels.places(knowledgeBaseId, id)).toEqual({
    places: [
      { place: '645000000000000001', name: 'help', is_member: true, is_private: false },
      { place: '645000000000000002', name: 'off-topic', is_member: true, is_private: false },
      { place: '645000000000000003', name: 'team', is_member: true, is_private: true },
    ],
  })
  discord.commands.length = 0
  expect(await channels.test(knowledgeBaseId, id)).toEqual({ ok: true, problem: null })
  expect(discord.commands.map(({ name }) => name)).toEqual(['ask'])
  discord.botToken = 'another-token'
  expect(await channels.test(knowledgeBaseId, id)).toEqual({
    ok: false,
    problem: 'Discord does not know the bot token.',
  })
})

test('under Zero data retention nothing of a command is kept, and nothing can be rated', async ({
  service,
  knowledge,
  database,
}) => {
  const { knowledgeBaseId, workspaceId } = knowledge
  await using started = await begin()
  const { discord } = started
  await service.admin.workspaces.change(workspaceId, { retention: 'zero' })
  await putPages(service, knowledgeBaseId, [KEYS])
  await connectDiscord(service, knowledgeBaseId, discord)
  const asked = { question: 'How do I rotate a key, dear Quillfeather?' }
  const { interaction } = await discord.ask(asked)
  await expect.poll(() => answersTo(discord, interaction).join(), SOON).toContain('press Rotate')
  await expect
    .poll(() => eventsOf(database, knowledgeBaseId), SOON)
    .toEqual([{ state: 'answered' }])
  expect(discord.repliesTo(interaction)[0]?.content.components).toEqual([])
  expect(await tablesWith(database, 'quillfeather')).toEqual([])
})
