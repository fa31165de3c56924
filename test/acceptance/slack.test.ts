import { expect } from 'vitest'
import type { FakeSlack } from '../fakes/slack/slack.ts'
import { shownText, startFakeSlack } from '../fakes/slack/slack.ts'
import { acceptance } from '../support/acceptance.ts'
import { CHANNEL_ENV, connectSlack } from '../support/channels/slack-channel.ts'
import { putPages } from '../support/knowledge.ts'
import { makeVerifies } from '../support/verifies.ts'

const test = acceptance(CHANNEL_ENV)
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  .test.extend('slack', async ({}, { onCleanup }): Promise<FakeSlack> => {
    const slack = await startFakeSlack()
    onCleanup(() => slack.close())
    return slack
  })

const verifies = makeVerifies(test)

const SOON = { timeout: 60_000, interval: 50 }

const KEYS = {
  url: 'https://docs.acme.example/keys',
  title: 'Keys',
  content: '# Keys\n\nTo rotate a key, open the settings and press Rotate.',
}

verifies(
  'channels.source',
  'a mention is answered in its thread, with its source, and can be rated',
  async ({ service, knowledge, slack }) => {
    const { knowledgeBaseId } = knowledge
    await putPages(service, knowledgeBaseId, [KEYS])
    const channel = await connectSlack(service, knowledgeBaseId, slack)
    expect(channel.connection).toMatchObject({ app: 'A0APP1', bot_user: 'U0BOT1' })

    const asked = await slack.say({ text: '<@U0BOT1> How do I rotate a key?' })
    expect(asked.delivered.statuses).toEqual([200])
    await expect.poll(() => slack.repliesTo(asked.ts).length, SOON).toBe(1)
    await expect
      .poll(() => slack.repliesTo(asked.ts).map(shownText).join(), SOON)
      .toContain('open the settings and press Rotate')
    const [reply] = slack.repliesTo(asked.ts)
    expect(shownText(reply!)).toContain('[[1]](https://docs.acme.example/keys')
    expect(reply?.unfurls).toBe(false)

    const stored = await service.admin.messages.list(knowledgeBaseId)
    expect(stored.messages).toMatchObject([
      { question: 'How do I rotate a key?', source: 'bot', asker: 'U0ADA', vote: null },
    ])
    expect((await slack.press(reply!, 'down')).statuses).toEqual([200])
    const rated = await service.admin.messages.list(knowledgeBaseId)
    expect(rated.messages).toMatchObject([{ vote: 'down' }])
  },
)
