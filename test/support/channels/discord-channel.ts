import type { Channel, ChannelInput } from '@footnote/client/admin'
import type { FakeDiscord } from '../../fakes/discord/discord.ts'
import type { Service } from '../service.ts'

/** A channel of Discord, connected as an operator connects it. */
export async function connectDiscord(
  { admin }: Pick<Service, 'admin'>,
  knowledgeBaseId: string,
  discord: FakeDiscord,
  input: Partial<ChannelInput> = {},
): Promise<Channel> {
  const name = `Discord ${discord.application.id}`
  const { id } = await admin.channels.create(knowledgeBaseId, { kind: 'discord', name, ...input })
  return admin.channels.connect(knowledgeBaseId, id, {
    kind: 'discord',
    bot_token: discord.botToken,
    api_url: discord.apiUrl,
  })
}
