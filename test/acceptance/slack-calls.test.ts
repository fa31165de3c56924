import { expect } from 'vitest'
import type { FakeSlack } from '../fakes/slack/slack.ts'
import { signedHeaders, shownText, startFakeSlack } from '../fakes/slack/slack.ts'
import { createSlackWorkspace } from '../fakes/slack/slack-workspace.ts'
import { acceptance } from '../support/acceptance.ts'
import { CHANNEL_ENV, connectSlack } from '../support/channels/slack-channel.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { readRows } from '../support/store/services.ts'

const { test, verifies } = acceptance(CHANNEL_ENV)

const SOON = { timeout: 120_000, interval: 100 }
const QUESTION = '<@U0BOT1> How do I rotate a key?'

const KEYS = {
  url: 'https://docs.acme.example/keys',
  title: 'Keys',
  content: '# Keys\n\nTo rotate a key, open the settings and press Rotate.',
}

/** Of one knowledge base: the service is that of the whole file. */
const eventsOf = (database: TestDatabase, knowledgeBaseId: string) =>
  readRows<{ state: string }>(
    database,
    `select state from channel_events where knowledge_base_id = '${knowledgeBaseId}'`,
  )

const answersTo = (slack: FakeSlack, ts: string) => slack.repliesTo(ts).map(shownText)

verifies(
  'channels.once',
  'what was delivered again, follows up, and is said directly is answered as it should be',
  async ({ service, knowledge, database }) => {
    const { knowledgeBaseId } = knowledge
    const slack = await startFakeSlack()
    await using _ = { [Symbol.asyncDispose]: () => slack.close() }
    await putPages(service, knowledgeBaseId, [KEYS])
    const channel = await connectSlack(service, knowledgeBaseId, slack)
    const connecting = `select actor from audit_events
    where action = 'channel.connect' and subject_id = '${channel.id}'`
    expect(await readRows(database, connecting)).toEqual([{ actor: 'operator' }])
    expect((await slack.verifyUrl('abc')).body).toBe('{"challenge":"abc"}')

    // The same event three times, and another event about the same message.
    const ts = slack.workspace.nextTs()
    const event = slack.eventOf({ text: QUESTION }, ts)
    expect((await slack.deliver(event, 2)).statuses).toEqual([200, 200, 200])
    await slack.deliver(slack.eventOf({ text: QUESTION }, ts))
    await expect.poll(() => answersTo(slack, ts).join(), SOON).toContain('press Rotate')
    expect(slack.workspace.statuses).toMatchObject([{ channel: 'C0HELP', thread: ts }])

    // In its thread the conversation goes on; somewhere else another one begins.
    const followUp = await slack.say({ text: '<@U0BOT1> And who may do that?', thread: ts })
    await expect.poll(() => slack.repliesTo(ts).length, SOON).toBe(2)
    const direct = await slack.say({ channel: 'D0ADA', text: 'How do I rotate a key?' })
    await expect.poll(() => answersTo(slack, direct.ts).join(), SOON).toContain('press Rotate')
    const waiting = `select from channel_events where state = 'waiting'`
    await expect.poll(async () => (await readRows(database, waiting)).length, SOON).toBe(0)
    const { messages } = await service.admin.messages.list(knowledgeBaseId)
    const [toldDirectly, followed, first] = messages
    expect(messages).toHaveLength(3)
    expect(followed?.thread_id).toBe(first?.thread_id)
    expect(toldDirectly?.thread_id).not.toBe(first?.thread_id)
    expect(messages.every(({ key_id }) => key_id === channel.id)).toBe(true)
    expect(slack.repliesTo(ts)).toHaveLength(2)
    expect(followUp.delivered.statuses).toEqual([200])

    // Nobody asked any of these.
    const before = slack.workspace.messages.length
    const ignored = [
      { text: QUESTION, event: { bot_id: 'B0OTHER' } },
      { text: QUESTION, user: 'U0BOT1' },
      { text: QUESTION, event: { subtype: 'message_changed' } },
      { text: QUESTION, event: { edited: { user: 'U0ADA', ts } } },
      { text: QUESTION, event: { type: 'message', channel_type: 'channel' } },
    ]
    for (const said of ignored) expect((await slack.say(said)).delivered.statuses).toEqual([200])
    await service.admin.channels.change(knowledgeBaseId, channel.id, { places: ['C0RANDOM'] })
    await slack.say({ text: QUESTION })
    await service.admin.channels.change(knowledgeBaseId, channel.id, { enabled: false })
    await slack.say({ channel: 'D0ADA', text: QUESTION })
    const events = `select from channel_events`
    expect(await readRows(database, events)).toHaveLength(3)
    expect(slack.workspace.messages.length).toBe(before + ignored.length + 2)
  },
)

verifies(
  'channels.signature',
  'a call that is forged, old, changed or for another app is refused and changes nothing',
  async ({ service, knowledge, database }) => {
    const { knowledgeBaseId } = knowledge
    const slack = await startFakeSlack()
    const other = await startFakeSlack(createSlackWorkspace(2))
    await using _ = {
      [Symbol.asyncDispose]: async () => {
        await slack.close()
        await other.close()
      },
    }
    await connectSlack(service, knowledgeBaseId, slack)
    const foreign = await createKnowledge(service, 'Other docs')
    await connectSlack(service, foreign.knowledgeBaseId, other)
    const body = JSON.stringify(slack.eventOf({ text: QUESTION }, slack.workspace.nextTs()))
    const secret = slack.workspace.signingSecret
    const now = Math.floor(Date.now() / 1000)
    const good = signedHeaders(secret, body)
    const otherApp = JSON.stringify(
      slack.eventOf({ text: QUESTION, envelope: { api_app_id: 'A0OTHER' } }, '1.1'),
    )
    const otherTeam = JSON.stringify(
      slack.eventOf({ text: QUESTION, envelope: { team_id: 'T0', authorizations: [] } }, '1.2'),
    )
    const pressed = new URLSearchParams({
      payload: JSON.stringify({
        type: 'block_actions',
        api_app_id: 'A0OTHER',
        channel: { id: 'C0HELP' },
        message: { ts: '1.1' },
        actions: [],
      }),
    }).toString()
    const attempts: [string, string, Record<string, string>][] = [
      ['no signature', body, {}],
      ['only a time', body, { 'x-slack-request-timestamp': String(now) }],
      ['another secret', body, signedHeaders('another-secret', body)],
      ['the secret of another workspace', body, signedHeaders(other.workspace.signingSecret, body)],
      ['six minutes old', body, signedHeaders(secret, body, now - 360)],
      ['from the future', body, signedHeaders(secret, body, now + 360)],
      ['another time', body, { ...good, 'x-slack-request-timestamp': String(now - 1) }],
      ['a changed body', body.replace('rotate', 'delete'), good],
      ['a longer body', `${body} `, good],
      ['a time that is no number', body, { ...good, 'x-slack-request-timestamp': '1e9' }],
      ['another app', otherApp, signedHeaders(secret, otherApp)],
      ['another workspace', otherTeam, signedHeaders(secret, otherTeam)],
      ['a button of another app', pressed, signedHeaders(secret, pressed)],
    ]
    for (const [name, sent, headers] of attempts) {
      const response = await fetch(slack.requestUrl, { method: 'POST', body: sent, headers })
      expect(response.status, name).toBe(401)
      await response.body?.cancel()
    }
    // What is right for one channel is wrong for another, and for one that there is not.
    const unknown = slack.requestUrl.replace(/[^/]+$/, '0199c1f4-c5d6-7e7f-9a0b-1c2d3e4f5a6b')
    for (const url of [other.requestUrl, unknown]) {
      const response = await fetch(url, { method: 'POST', body, headers: good })
      expect(response.status).toBe(401)
      await response.body?.cancel()
    }
    expect(await eventsOf(database, knowledgeBaseId)).toEqual([])
    expect(await eventsOf(database, foreign.knowledgeBaseId)).toEqual([])
  },
)

verifies(
  'channels.groups',
  'it reads its own groups, those for signed readers only if it was given them, and not where others read along',
  async ({ service, knowledge }) => {
    const { knowledgeBaseId } = knowledge
    const { groups, channels } = service.admin
    const open = await groups.create(knowledgeBaseId, { name: 'Open' })
    const closed = await groups.create(knowledgeBaseId, { name: 'Gold', signed_readers_only: true })
    const page = (name: string, group_id: string | undefined, word: string) => ({
      url: `https://docs.acme.example/${name}`,
      title: `Tariff ${name}`,
      content: `# Tariff ${name}\n\nThe ${name} tariff of the harbour costs ${word} a month.`,
      ...(group_id === undefined ? {} : { group_id }),
    })
    await putPages(service, knowledgeBaseId, [
      page('open', open.id, 'seven'),
      page('gold', closed.id, 'nineteen'),
    ])
    const slack = await startFakeSlack()
    await using _ = { [Symbol.asyncDispose]: () => slack.close() }
    const { id } = await connectSlack(service, knowledgeBaseId, slack)
    const ask = async (text: string, envelope: Record<string, unknown> = {}) => {
      const { ts } = await slack.say({ text: `<@U0BOT1> ${text}`, envelope })
      await expect
        .poll(() => slack.repliesTo(ts).filter(({ state }) => state === 'whole').length, SOON)
        .toBe(1)
      return answersTo(slack, ts).join()
    }
    const gold = 'What does the gold tariff of the harbour cost a month?'
    expect(await ask('What does the open tariff of the harbour cost a month?')).toContain('seven')
    expect(await ask(gold)).not.toContain('nineteen')
    await channels.change(knowledgeBaseId, id, { group_ids: [closed.id] })
    expect(await ask(gold)).toContain('nineteen')
    expect(await ask('What does the open tariff of the harbour cost?')).not.toContain('seven')
    expect(await ask(gold, { is_ext_shared_channel: true })).not.toContain('nineteen')
  },
)

test('under Zero data retention nothing is kept, and while a question waits it is sealed', async ({
  service,
  knowledge,
  database,
}) => {
  const { knowledgeBaseId, workspaceId } = knowledge
  const slack = await startFakeSlack()
  await using _ = { [Symbol.asyncDispose]: () => slack.close() }
  await service.admin.workspaces.change(workspaceId, { retention: 'zero' })
  await putPages(service, knowledgeBaseId, [KEYS])
  await connectSlack(service, knowledgeBaseId, slack)
  const { ts } = await slack.say({ text: '<@U0BOT1> How do I rotate a key, dear Quillfeather?' })
  await expect.poll(() => answersTo(slack, ts).join(), SOON).toContain('press Rotate')
  await expect
    .poll(() => eventsOf(database, knowledgeBaseId), SOON)
    .toEqual([{ state: 'answered' }])
  const [reply] = slack.repliesTo(ts)
  // There is nothing to rate.
  expect(reply?.blocks.map(({ type }) => type)).toEqual(['markdown'])
  const tables = await readRows<{ name: string }>(
    database,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`,
  )
  for (const { name } of tables) {
    const rows = await readRows(
      database,
      `select t::text from ${name} t where t::text ilike '%quillfeather%'`,
    )
    expect(rows, name).toEqual([])
  }
})

test('beyond its limit the first is told to wait, and the others are not answered', async ({
  service,
  knowledge,
  database,
}) => {
  const { knowledgeBaseId } = knowledge
  const slack = await startFakeSlack()
  await using _ = { [Symbol.asyncDispose]: () => slack.close() }
  await putPages(service, knowledgeBaseId, [KEYS])
  await connectSlack(service, knowledgeBaseId, slack, { questions_per_minute: 2 })
  const asked: string[] = []
  for (let number = 0; number < 5; number += 1) asked.push((await slack.say({ text: QUESTION })).ts)
  await expect
    .poll(async () => {
      const rows = await eventsOf(database, knowledgeBaseId)
      return rows.map(({ state }) => state)
    }, SOON)
    .toEqual(['answered', 'answered', 'answered'])
  const answers = asked.map((ts) => answersTo(slack, ts).join())
  expect(answers.map((text) => /press Rotate/.test(text))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(answers[2]).toBe('Too many questions at the moment. Please ask again in a minute.')
  expect(answers.slice(3)).toEqual(['', ''])
})

test('Slack’s limits are waited for, and what it refuses is shown to operators', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const { channels } = service.admin
  const slack = await startFakeSlack()
  await using _ = { [Symbol.asyncDispose]: () => slack.close() }
  await putPages(service, knowledgeBaseId, [KEYS])
  const { id } = await connectSlack(service, knowledgeBaseId, slack)
  slack.postsPerSecond = 1
  const asked = [await slack.say({ text: QUESTION }), await slack.say({ text: QUESTION })]
  asked.push(await slack.say({ text: QUESTION }))
  for (const { ts } of asked) {
    await expect.poll(() => answersTo(slack, ts).join(), SOON).toContain('press Rotate')
    expect(slack.repliesTo(ts)).toHaveLength(1)
  }
  slack.postsPerSecond = Number.POSITIVE_INFINITY
  const problem = async () => (await channels.list(knowledgeBaseId)).channels[0]?.problem?.message
  expect(await problem()).toBeUndefined()
  await slack.say({ channel: 'C0RANDOM', text: QUESTION })
  await expect.poll(problem, SOON).toBe('The app is not in the channel. Invite it there.')
  // Passing trouble: it is answered later.
  slack.api.interrupt(
    /chat\.postMessage/,
    { status: 503 },
    { body: { ok: false, error: 'fatal_error' } },
  )
  const later = await slack.say({ text: QUESTION })
  await expect.poll(() => answersTo(slack, later.ts).join(), SOON).toContain('press Rotate')
  await expect.poll(problem, SOON).toBeUndefined()
  slack.workspace.tokenFault = 'token_revoked'
  expect(await channels.test(knowledgeBaseId, id)).toEqual({
    ok: false,
    problem: 'Slack says that the token was revoked.',
  })
  await expect(channels.places(knowledgeBaseId, id)).rejects.toThrow('the token was revoked')
  slack.workspace.tokenFault = null
  slack.workspace.scopes.delete('channels:read')
  await expect(channels.places(knowledgeBaseId, id)).rejects.toThrow('channels:read')
  slack.workspace.scopes.add('channels:read')
  const { places } = await channels.places(knowledgeBaseId, id)
  expect(places).toEqual([
    { place: 'C0HELP', name: 'help-docs', is_member: true, is_private: false },
    { place: 'C0RANDOM', name: 'random', is_member: false, is_private: false },
    { place: 'G0TEAM', name: 'team-only', is_member: true, is_private: true },
  ])
  await slack.deliver(slack.eventOf({ text: '', event: { type: 'app_uninstalled' } }, '1.1'))
  await expect.poll(problem, SOON).toBe('The app was removed from the Slack workspace.')
})
