import { groupRoutes as routes } from '@footnote/contract/admin/routes/group-routes'
import type { FastifyPluginAsync } from 'fastify'
import { deleteGroup } from '../../knowledge/deletion/delete-group.ts'
import type { Group } from '../../knowledge/groups.ts'
import { changeGroup, createGroup, findGroup, listGroups } from '../../knowledge/groups.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'
import { asOperator } from './as-operator.ts'
import { listPage } from './list-page.ts'

export const groupRoutes =
  ({ operatorDb: db, queue }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, routes.createGroup, async (request) => {
      const group = await asOperator(db, request, (tx, { knowledgeBaseId }) =>
        createGroup(tx, knowledgeBaseId, request.body.name, request.body.signed_readers_only),
      )
      return toGroup(group)
    })
    serve(app, routes.listGroups, async (request) => {
      const { rows, next_cursor } = await asOperator(db, request, (tx) =>
        listPage(request.query, (page) => listGroups(tx, page)),
      )
      return { groups: rows.map(toGroup), next_cursor }
    })
    serve(app, routes.getGroup, async (request) => {
      const { groupId } = request.params
      return toGroup(await asOperator(db, request, (tx) => findGroup(tx, groupId)))
    })
    serve(app, routes.changeGroup, async (request) => {
      const { params, body } = request
      return toGroup(
        await asOperator(db, request, async (tx) => {
          request.auditedBefore = await findGroup(tx, params.groupId)
          return changeGroup(tx, params.groupId, body)
        }),
      )
    })
    serve(app, routes.deleteGroup, async (request) => {
      const { groupId } = request.params
      const { move_to } = request.query
      await asOperator(db, request, async (tx, tenant) => {
        request.auditedBefore = await findGroup(tx, groupId)
        await deleteGroup({ tx, queue, tenant }, groupId, move_to === 'none' ? null : move_to)
      })
    })
  }

const toGroup = ({ created_at, ...group }: Group) => ({
  ...group,
  created_at: created_at.toISOString(),
})
