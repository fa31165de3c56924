import type { AdminCalls } from '../../wire/admin-calls.ts'
import type {
  Channel,
  ChannelBody,
  ChannelPatch,
  ChannelPlaces,
  ChannelTest,
  SlackConnection,
} from '../../wire/admin.ts'

export type { Channel, ChannelPlaces, ChannelTest }
export type ChannelInput = ChannelBody
export type ChannelChange = ChannelPatch
export type ChannelConnection = SlackConnection

/** Where people ask besides the widget and the API, such as Slack. */
export const channelCalls = (calls: AdminCalls) => ({
  list: calls.listChannels,
  create: calls.createChannel,
  change: calls.changeChannel,
  /** With the credentials of an app there, also in place of those before. */
  connect: calls.connectChannel,
  /** Whether the product accepts the credentials. */
  test: calls.testChannel,
  /** Where in the product it could answer. */
  places: calls.listChannelPlaces,
  remove: calls.deleteChannel,
})
