import { randomUUID } from 'node:crypto'
import type { ChaosTenant } from '../support/chaos/tenants.ts'
import type { Expectation } from './isolation-outcomes.ts'
import { GROUP, NOT_FOUND, OPERATOR, OTHER_TENANTS_GROUP } from './isolation-outcomes.ts'

/** What the routes of keys and reader signers are sent, and what signers answer to foreign ids. */
export const KEY_BODIES = {
  createKey: ({ groupId }: ChaosTenant) => ({
    name: 'Made in the test',
    kind: 'public',
    allowed_group_ids: [groupId],
  }),
  changeKey: () => ({ captcha_hostnames: ['docs.example.com'] }),
  createReaderSigner: () => ({ name: `Made in the test ${randomUUID()}` }),
  changeReaderSigner: () => ({ issuer: 'https://login.invalid' }),
  rotateReaderSigner: () => ({}),
  createChannel: ({ groupId }: ChaosTenant) => ({
    kind: 'slack',
    name: `Made in the test ${randomUUID()}`,
    group_ids: [groupId],
  }),
  changeChannel: ({ groupId }: ChaosTenant) => ({ group_ids: [groupId] }),
  // Nothing listens there.
  connectChannel: () => ({
    credential: {
      kind: 'slack',
      bot_token: 'xoxb-nobody',
      signing_secret: 'secret-of-nobody',
      api_url: 'https://slack.invalid/api/',
    },
  }),
  checkReaderToken: ({ keyId }: ChaosTenant) => ({ token: 'none', key_id: keyId }),
}

export const KEY_SLOTS = {
  signerId: ({ signerId }: ChaosTenant) => signerId ?? '',
  channelId: ({ channelId }: ChaosTenant) => channelId ?? '',
}

export const EXPECTED_OF_SIGNERS: Readonly<Record<string, Expectation>> = {
  'listReaderSigners knowledgeBaseId': OPERATOR,
  'createReaderSigner knowledgeBaseId': OPERATOR,
  'changeReaderSigner knowledgeBaseId': NOT_FOUND,
  'changeReaderSigner signerId': NOT_FOUND,
  'rotateReaderSigner knowledgeBaseId': NOT_FOUND,
  'rotateReaderSigner signerId': NOT_FOUND,
  'deleteReaderSigner knowledgeBaseId': NOT_FOUND,
  'deleteReaderSigner signerId': NOT_FOUND,
  'listChannels knowledgeBaseId': OPERATOR,
  'createChannel knowledgeBaseId': OTHER_TENANTS_GROUP,
  'createChannel group_ids': GROUP,
  'changeChannel knowledgeBaseId': NOT_FOUND,
  'changeChannel channelId': NOT_FOUND,
  'changeChannel group_ids': GROUP,
  'connectChannel knowledgeBaseId': NOT_FOUND,
  'connectChannel channelId': NOT_FOUND,
  'testChannel knowledgeBaseId': NOT_FOUND,
  'testChannel channelId': NOT_FOUND,
  'listChannelPlaces knowledgeBaseId': NOT_FOUND,
  'listChannelPlaces channelId': NOT_FOUND,
  'deleteChannel knowledgeBaseId': NOT_FOUND,
  'deleteChannel channelId': NOT_FOUND,
  'checkReaderToken knowledgeBaseId': NOT_FOUND,
  'checkReaderToken key_id': NOT_FOUND,
}
