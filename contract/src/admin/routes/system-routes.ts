import { ADMIN_PREFIX } from '../../paths.ts'
import { anyRefusal, defineRoutes, json } from '../../route.ts'
import { System, SystemEvent } from '../system.ts'
import { FollowQuery } from '../listing.ts'

export const systemRoutes = defineRoutes({
  getSystem: {
    method: 'get',
    path: `${ADMIN_PREFIX}/system`,
    tag: 'admin',
    summary: 'Get the state of the deployment: database, workers, queue',
    response: json(200, System),
    refusals: anyRefusal,
    role: 'owner',
  },
  followSystem: {
    method: 'get',
    path: `${ADMIN_PREFIX}/system/events`,
    tag: 'admin',
    summary: 'Follow the state of the deployment as a stream of events',
    query: FollowQuery,
    response: { status: 200, schema: SystemEvent, contentType: 'text/event-stream' },
    refusals: [...anyRefusal, 'BAD_REQUEST'],
    role: 'owner',
  },
})
