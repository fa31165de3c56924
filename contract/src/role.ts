import { z } from 'zod'

/** What a member may do in a workspace, from least to most. */
export const Role = z.enum(['viewer', 'editor', 'admin', 'owner']).meta({
  id: 'Role',
  description:
    'viewer: reads. editor: also changes content. admin: also keys, widgets, models and people. owner: everything.',
})
export type Role = z.infer<typeof Role>

/** Whether a role may do everything that another role may. */
export const includesRole = (role: Role, needed: Role): boolean =>
  Role.options.indexOf(role) >= Role.options.indexOf(needed)

export const lowerRole = (a: Role, b: Role): Role => (includesRole(a, b) ? b : a)
