import { z } from 'zod'
import { ADMIN_PREFIX } from '../../paths.ts'
import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../../route.ts'
import { AdminWorkspaceParams } from '../params.ts'
import {
  Digest,
  DigestParams,
  DigestSubscription,
  DigestSubscriptionBody,
  DigestSubscriptions,
} from './digest.ts'

const WORKSPACE = `${ADMIN_PREFIX}/workspaces/{workspaceId}`
const OWN = `${ADMIN_PREFIX}/me/digests`

const preview = {
  method: 'get',
  tag: 'admin',
  params: AdminWorkspaceParams,
  refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
  role: 'viewer',
} as const

/** What last week's digest of a workspace says. */
export const digestRoutes = defineRoutes({
  getDigest: {
    ...preview,
    path: `${WORKSPACE}/digest`,
    summary: 'Get the digest of last week',
    response: json(200, Digest),
  },
  getDigestPage: {
    ...preview,
    path: `${WORKSPACE}/digest.html`,
    summary: 'Get the digest of last week as a page',
    response: { status: 200, schema: z.string(), contentType: 'text/html' },
  },
})

/** Who gets it. */
export const ownDigestRoutes = defineRoutes({
  listDigests: {
    method: 'get',
    path: OWN,
    tag: 'account',
    summary: 'List your workspaces, and whether you get their digest',
    response: json(200, DigestSubscriptions),
    refusals: [...anyRefusal, 'FORBIDDEN'],
    openTo: 'session',
  },
  putDigest: {
    method: 'put',
    path: `${OWN}/{workspaceId}`,
    tag: 'account',
    summary: 'Get the digest of a workspace every week, or no more',
    params: DigestParams,
    body: DigestSubscriptionBody,
    response: json(200, DigestSubscription),
    refusals: [...anyRefusal, ...bodyRefusals, 'FORBIDDEN', 'NOT_FOUND'],
    openTo: 'session',
    audit: 'digest.change',
    auditedFields: ['subscribed'],
  },
  sendDigest: {
    method: 'post',
    path: `${OWN}/{workspaceId}/send`,
    tag: 'account',
    summary: 'Mail yourself the digest of last week now',
    params: DigestParams,
    response: noContent,
    refusals: [...anyRefusal, 'BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND'],
    openTo: 'session',
    audit: 'digest.send',
  },
})
