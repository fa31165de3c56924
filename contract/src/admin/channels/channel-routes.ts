import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'
import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../../route.ts'
import {
  Channel,
  ChannelBody,
  ChannelConnectionBody,
  ChannelList,
  ChannelPatch,
  ChannelPlaces,
  ChannelTest,
} from './channels.ts'
import { AdminChannelParams, AdminKnowledgeBaseParams } from '../params.ts'

const CHANNELS = `${ADMIN_KNOWLEDGE_BASE}/channels`
const CHANNEL = `${CHANNELS}/{channelId}`
/** The resource in the path may not exist. */
const pathRefusals = ['BAD_REQUEST', 'NOT_FOUND'] as const
const auditedFields = [
  'kind',
  'name',
  'group_ids',
  'places',
  'questions_per_minute',
  'unasked',
  'say_not_covered',
  'enabled',
] as const

export const channelRoutes = defineRoutes({
  listChannels: {
    method: 'get',
    path: CHANNELS,
    tag: 'admin',
    summary: 'List the channels of a knowledge base',
    params: AdminKnowledgeBaseParams,
    response: json(200, ChannelList),
    refusals: [...anyRefusal, ...pathRefusals],
    role: 'viewer',
  },
  createChannel: {
    method: 'post',
    path: CHANNELS,
    tag: 'admin',
    summary: 'Create a channel, which is then connected',
    params: AdminKnowledgeBaseParams,
    body: ChannelBody,
    response: json(201, Channel),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'CONFLICT', 'GROUP_NOT_ALLOWED'],
    role: 'admin',
    audit: 'channel.create',
    auditedFields,
  },
  changeChannel: {
    method: 'patch',
    path: CHANNEL,
    tag: 'admin',
    summary: 'Change a channel, or switch it off',
    params: AdminChannelParams,
    body: ChannelPatch,
    response: json(200, Channel),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'CONFLICT', 'GROUP_NOT_ALLOWED'],
    role: 'admin',
    audit: 'channel.change',
    auditedFields,
  },
  connectChannel: {
    method: 'put',
    path: `${CHANNEL}/connection`,
    tag: 'admin',
    summary: 'Connect a channel to its product, with the credentials of an app',
    params: AdminChannelParams,
    body: ChannelConnectionBody,
    response: json(200, Channel),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'CONFLICT'],
    role: 'admin',
    audit: 'channel.connect',
    takesLong: true,
  },
  testChannel: {
    method: 'post',
    path: `${CHANNEL}/test`,
    tag: 'admin',
    summary: 'Ask the product whether it accepts the credentials of a channel',
    params: AdminChannelParams,
    response: json(200, ChannelTest),
    refusals: [...anyRefusal, ...pathRefusals, 'CONFLICT'],
    role: 'admin',
    takesLong: true,
  },
  listChannelPlaces: {
    method: 'get',
    path: `${CHANNEL}/places`,
    tag: 'admin',
    summary: 'List where in the product a channel could answer',
    params: AdminChannelParams,
    response: json(200, ChannelPlaces),
    refusals: [...anyRefusal, ...pathRefusals, 'CONFLICT'],
    role: 'admin',
    takesLong: true,
  },
  deleteChannel: {
    method: 'delete',
    path: CHANNEL,
    tag: 'admin',
    summary: 'Disconnect and delete a channel; its answers end within a second',
    params: AdminChannelParams,
    response: noContent,
    refusals: [...anyRefusal, ...pathRefusals],
    role: 'admin',
    audit: 'channel.delete',
    auditedFields,
  },
})
