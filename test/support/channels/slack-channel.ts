import type { Channel, ChannelInput } from '@footnote/client/admin'
import type { FakeSlack } from '../../fakes/slack/slack.ts'
import type { Service } from '../service.ts'

/** What a service needs to be connected to a fake on loopback. */
export const CHANNEL_ENV = {
  SECRETS_KEY: 'a key for the tests, 32 characters',
  FETCH_ALLOWED_PRIVATE_HOSTS: '127.0.0.0/8',
}

/** A channel of Slack, connected as an operator connects it. */
export async function connectSlack(
  { admin, baseUrl }: Pick<Service, 'admin' | 'baseUrl'>,
  knowledgeBaseId: string,
  slack: FakeSlack,
  input: Partial<ChannelInput> = {},
): Promise<Channel> {
  const { id } = await admin.channels.create(knowledgeBaseId, {
    kind: 'slack',
    name: `Slack ${slack.workspace.teamId}`,
    ...input,
  })
  const channel = await admin.channels.connect(knowledgeBaseId, id, {
    kind: 'slack',
    bot_token: slack.workspace.botToken,
    signing_secret: slack.workspace.signingSecret,
    api_url: slack.apiUrl,
  })
  slack.requestUrl = `${baseUrl}${new URL(channel.request_url).pathname}`
  return channel
}
