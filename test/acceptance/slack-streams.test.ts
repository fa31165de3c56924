import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { startModelServer } from '../fakes/model-server.ts'
import type { FakeSlack } from '../fakes/slack/slack.ts'
import { shownText, startFakeSlack } from '../fakes/slack/slack.ts'
import { acceptance } from '../support/acceptance.ts'
import { CHANNEL_ENV, connectSlack } from '../support/channels/slack-channel.ts'
import { putPages } from '../support/knowledge.ts'

const { test } = acceptance({ ...CHANNEL_ENV, ALLOW_PRIVATE_MODEL_HOSTS: 'true' })

const SOON = { timeout: 120_000, interval: 20 }

const KEYS = {
  url: 'https://docs.acme.example/keys',
  title: 'Keys',
  content: '# Keys\n\nTo rotate a key, open the settings and press Rotate. Only owners may do it.',
}
const ANSWER = [
  'To rotate a key, open the settings [1].',
  'Then press Rotate [1].',
  'Only owners may do it [1].',
  'See [the page](https://evil.example/x).',
].join('\n\n')

test.for([
  ['streams', true],
  ['edits', false],
] as const)(
  'an answer grows in Slack by %s, and ends whole',
  async ([, streams], { service, knowledge }) => {
    const { knowledgeBaseId } = knowledge
    const model = await startModelServer()
    const slack = await startFakeSlack()
    await using _ = {
      [Symbol.asyncDispose]: async () => {
        await slack.close()
        await model.close()
      },
    }
    slack.workspace.streams = streams
    model.answer(() => says(ANSWER, { delayMs: 250 }))
    await service.admin.answerModel.put(knowledgeBaseId, {
      provider: 'openai-compatible',
      model: 'small',
      base_url: model.url,
      skip_test: true,
    })
    await putPages(service, knowledgeBaseId, [KEYS])
    await connectSlack(service, knowledgeBaseId, slack)
    const { ts } = await slack.say({ text: '<@U0BOT1> How do I rotate a key?' })
    await expect.poll(() => whole(slack, ts), SOON).toContain('Only owners may do it')
    const methods = slack.api.calls.map(({ url }) => url.pathname.replace('/api/', ''))
    const grown = methods.filter((name) =>
      streams ? /startStream|appendStream/.test(name) : /postMessage|update/.test(name),
    )
    expect(grown.length).toBeGreaterThan(1)
    const [reply, ...others] = slack.repliesTo(ts)
    expect(others).toEqual([])
    expect(reply?.state).toBe('whole')
    const shown = shownText(reply!)
    expect(shown).toContain('[[1]](https://docs.acme.example/keys')
    expect(shown).not.toMatch(/\]\(https:\/\/evil/)
    expect(reply?.blocks.map(({ type }) => type)).toEqual(['markdown', 'context_actions'])
  },
)

/** Once the answer is told: with its sources. */
const whole = (slack: FakeSlack, ts: string): string =>
  slack
    .repliesTo(ts)
    .map(shownText)
    .filter((text) => text.includes('Sources'))
    .join()
