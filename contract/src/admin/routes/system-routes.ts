import { ADMIN_PREFIX } from '../../paths.ts'
import { anyRefusal, defineRoutes, json } from '../../route.ts'
import { System } from '../deployment/system.ts'

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
})
