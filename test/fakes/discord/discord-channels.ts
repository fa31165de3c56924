import type { DiscordChannel } from './fake-discord.ts'

export const SERVER = '290000000000000001'

/** Text, one of the team, a voice channel, a thread and what is said to the app alone. */
export const createChannels = (): DiscordChannel[] => [
  { id: '645000000000000001', name: 'help', type: 0 },
  { id: '645000000000000002', name: 'off-topic', type: 0 },
  {
    id: '645000000000000003',
    name: 'team',
    type: 0,
    permission_overwrites: [{ id: SERVER, type: 0, allow: '0', deny: '1024' }],
  },
  { id: '645000000000000004', name: 'voice', type: 2 },
  { id: '645000000000000005', name: 'A thread', type: 11, parent_id: '645000000000000001' },
  { id: '645000000000000009', name: 'ada', type: 1 },
]
