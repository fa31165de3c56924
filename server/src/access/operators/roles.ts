import { isId } from '@footnote/contract/id'
import type { Role } from '@footnote/contract/role'
import { lowerRole } from '@footnote/contract/role'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { findHere, runAsPerson } from '../../platform/database/tenant.ts'
import type { Identity } from './operator.ts'
import { onlyWorkspaceFor, ownsInstallation, findPerson } from './operator.ts'

/** What the path of an admin request names. */
export type Place = { workspaceId?: string | undefined; knowledgeBaseId?: string | undefined }

/**
 * What the caller may do there; null when they may not even know that it exists. Read for every request,
 * so that a changed role takes effect with the next one.
 */
export async function findRole(db: Db, identity: Identity, place: Place): Promise<Role | null> {
  if (ownsInstallation(identity)) return 'owner'
  if (place.workspaceId === undefined && place.knowledgeBaseId === undefined) return 'viewer'
  const found = await findMembership(db, findPerson(identity)?.id ?? null, place)
  if (!found) return null
  const only = onlyWorkspaceFor(identity)
  if (only !== null && only !== found.workspaceId) return null
  if (identity.via !== 'access_token') return found.role
  const { bounds, person } = identity
  if (!person || person.ownsInstallation) return bounds.role
  return found.role && lowerRole(found.role, bounds.role)
}

type Membership = { workspaceId: string; role: Role | null }

async function findMembership(
  db: Db,
  personId: string | null,
  { workspaceId, knowledgeBaseId }: Place,
): Promise<Membership | null> {
  // They become literals of a statement.
  for (const id of [workspaceId, knowledgeBaseId, personId ?? undefined]) {
    if (id !== undefined && !isId(id)) return null
  }
  const place =
    knowledgeBaseId === undefined
      ? sql`select id as workspace_id, null::uuid as knowledge_base_id
            from workspaces where id = ${sql.lit(workspaceId)}`
      : sql`select workspace_id, id as knowledge_base_id
            from knowledge_bases where id = ${sql.lit(knowledgeBaseId)}`
  const membership = sql`
    select p.workspace_id, coalesce(r.role, m.role) as role
    from (${place}) p
    left join members m on m.workspace_id = p.workspace_id and m.person_id = current_person()
    left join knowledge_base_roles r
      on r.workspace_id = p.workspace_id and r.knowledge_base_id = p.knowledge_base_id
         and r.person_id = current_person()`
  const row = await findHere(db, knowledgeBaseId ?? workspaceId ?? '', async () => {
    const rows = await runAsPerson<{ workspace_id: string; role: Role | null }>(
      db,
      personId,
      membership,
    )
    return rows[0]
  })
  return row ? { workspaceId: row.workspace_id, role: row.role } : null
}

export type OwnWorkspace = {
  id: string
  name: string
  role: Role
  knowledge_bases: { id: string; name: string; role: Role }[]
}

const MAX_WORKSPACES = 1000

/** The workspaces that the caller sees, each with their role. */
export async function listOwnWorkspaces(db: Db, identity: Identity): Promise<OwnWorkspace[]> {
  const visible = await visibleWorkspaces(db, identity)
  if (visible.length === 0) return []
  const rows = await runAsPerson<OwnWorkspace>(
    db,
    findPerson(identity)?.id ?? null,
    sql`
      select w.id, w.name, m.role,
             coalesce((select json_agg(json_build_object('id', k.id, 'name', k.name, 'role', r.role)
                                       order by k.id)
                       from knowledge_base_roles r join knowledge_bases k on k.id = r.knowledge_base_id
                       where r.workspace_id = w.id and r.person_id = current_person()
                         and k.deleting_at is null), '[]') as knowledge_bases
      from workspaces w
      left join members m on m.workspace_id = w.id and m.person_id = current_person()
      where w.deleting_at is null
        and ${visible === 'all' ? sql`true` : sql`w.id in (${sql.join(visible.map((id) => sql.lit(id)))})`}
      order by w.id limit ${sql.lit(MAX_WORKSPACES)}`,
  )
  if (ownsInstallation(identity)) {
    return rows.map((row) => ({ ...row, role: 'owner', knowledge_bases: [] }))
  }
  if (identity.via !== 'access_token') return rows
  const { bounds, person } = identity
  const atMost = (role: Role): Role => lowerRole(role, bounds.role)
  return rows.map((row) => ({
    ...row,
    role: !person || person.ownsInstallation ? bounds.role : atMost(row.role),
    knowledge_bases: row.knowledge_bases.map((each) => ({ ...each, role: atMost(each.role) })),
  }))
}

/** Their ids; `all` for an owner of the installation. */
export async function visibleWorkspaces(db: Db, identity: Identity): Promise<'all' | string[]> {
  if (ownsInstallation(identity)) return 'all'
  const rows = await runAsPerson<{ workspace_id: string }>(
    db,
    findPerson(identity)?.id ?? null,
    sql`select workspace_id from members where person_id = current_person()`,
  )
  const own = rows.map(({ workspace_id }) => workspace_id)
  const only = onlyWorkspaceFor(identity)
  if (only === null) return own
  // A token of nobody, or of somebody who owns the installation, needs no membership.
  const isOpen =
    own.includes(only) ||
    (identity.via === 'access_token' && (!identity.person || identity.person.ownsInstallation))
  return isOpen ? [only] : []
}
