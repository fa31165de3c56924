import { anyRefusal, defineRoutes, json } from '../../route.ts'
import { AdminSourceParams, AdminSyncParams } from '../params.ts'
import { Sync, SyncEvent, SyncList, SyncListQuery, SyncPageList, SyncPagesQuery } from '../syncs.ts'
import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'

const SYNCS = `${ADMIN_KNOWLEDGE_BASE}/sources/{sourceId}/syncs`
const SYNC = `${SYNCS}/{syncId}`

const pathRefusals = [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'] as const

export const syncRoutes = defineRoutes({
  startSync: {
    method: 'post',
    path: SYNCS,
    tag: 'admin',
    summary: 'Sync a source now, or return the running sync',
    params: AdminSourceParams,
    response: json(200, Sync),
    mayCreate: true,
    refusals: [...pathRefusals, 'CONFLICT'],
    role: 'editor',
    audit: 'sync.start',
  },
  listSyncs: {
    method: 'get',
    path: SYNCS,
    tag: 'admin',
    summary: 'List the syncs of a source',
    params: AdminSourceParams,
    query: SyncListQuery,
    response: json(200, SyncList),
    refusals: pathRefusals,
    role: 'viewer',
  },
  getSync: {
    method: 'get',
    path: SYNC,
    tag: 'admin',
    summary: 'Get the progress or the result of a sync',
    params: AdminSyncParams,
    response: json(200, Sync),
    refusals: pathRefusals,
    role: 'viewer',
  },
  followSync: {
    method: 'get',
    path: `${SYNC}/events`,
    tag: 'admin',
    summary: 'Follow a sync to its end as a stream of events',
    params: AdminSyncParams,
    response: { status: 200, schema: SyncEvent, contentType: 'text/event-stream' },
    refusals: pathRefusals,
    role: 'viewer',
  },
  listSyncPages: {
    method: 'get',
    path: `${SYNC}/pages`,
    tag: 'admin',
    summary: 'List the pages of a sync by outcome, with reasons',
    params: AdminSyncParams,
    query: SyncPagesQuery,
    response: json(200, SyncPageList),
    refusals: pathRefusals,
    role: 'viewer',
  },
  cancelSync: {
    method: 'post',
    path: `${SYNC}/cancel`,
    tag: 'admin',
    summary: 'Cancel a sync; what it did so far stays',
    params: AdminSyncParams,
    response: json(200, Sync),
    refusals: [...pathRefusals, 'CONFLICT'],
    role: 'editor',
    audit: 'sync.cancel',
  },
  confirmSync: {
    method: 'post',
    path: `${SYNC}/confirm`,
    tag: 'admin',
    summary: 'Confirm the deletions of a sync',
    params: AdminSyncParams,
    response: json(200, Sync),
    refusals: [...pathRefusals, 'CONFLICT'],
    role: 'editor',
    audit: 'sync.confirm',
  },
  discardSync: {
    method: 'post',
    path: `${SYNC}/discard`,
    tag: 'admin',
    summary: 'Discard the deletions of a sync',
    params: AdminSyncParams,
    response: json(200, Sync),
    refusals: [...pathRefusals, 'CONFLICT'],
    role: 'editor',
    audit: 'sync.discard',
  },
})
