import type { CallOptions } from '../../transport/http.ts'
import type { AdminCalls } from '../../wire/admin-calls.ts'
import type {
  Channel,
  ChannelBody,
  ChannelConnection,
  ChannelPatch,
  ChannelPlaces,
  ChannelTest,
} from '../../wire/admin.ts'

export type { Channel, ChannelConnection, ChannelPlaces, ChannelTest }
export type ChannelInput = ChannelBody
export type ChannelChange = ChannelPatch

/** Where people ask besides the widget and the API, such as Slack. */
export const channelCalls = (calls: AdminCalls) => ({
  list: calls.listChannels,
  create: calls.createChannel,
  change: calls.changeChannel,
  /** With the credentials of an app there, also in place of those before. */
  connect: (
    knowledgeBaseId: string,
    channelId: string,
    credential: ChannelConnection,
    options?: CallOptions,
  ) => calls.connectChannel(knowledgeBaseId, channelId, { credential }, options),
  /** Whether the product accepts the credentials. */
  test: calls.testChannel,
  /** Where in the product it could answer. */
  places: calls.listChannelPlaces,
  remove: calls.deleteChannel,
})
