import type { KnowledgeBaseRole } from '@footnote/contract/accounts/members'
import type { Role } from '@footnote/contract/role'
import { includesRole } from '@footnote/contract/role'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { runAsPerson, withWorkspace } from '../../platform/database/tenant.ts'
import { Refusal } from '../../platform/refusal.ts'

export type Member = {
  id: string
  email: string
  name: string
  role: Role
  knowledge_base_roles: KnowledgeBaseRole[]
  two_factor: boolean
  last_seen_at: Date | null
  created_at: Date
}

export type MemberChange = {
  role?: Role | undefined
  knowledge_base_roles?: readonly KnowledgeBaseRole[] | undefined
}

/** All members, or one. */
export async function listMembers(tx: TenantTransaction, personId?: string): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select p.id, p.email, p.name, m.role, m.created_at, p.two_factor_enabled as two_factor,
           (select max(s.updated_at) from accounts.sessions s where s.user_id = p.id) as last_seen_at,
           coalesce((select json_agg(json_build_object('knowledge_base_id', r.knowledge_base_id,
                                                       'role', r.role) order by r.knowledge_base_id)
                     from knowledge_base_roles r
                     where r.workspace_id = m.workspace_id and r.person_id = p.id), '[]')
             as knowledge_base_roles
    from members m join accounts.people p on p.id = m.person_id
    where m.workspace_id = current_workspace()
      and ${personId === undefined ? sql`true` : sql`m.person_id = ${personId}`}
    order by m.created_at, p.id`.execute(tx)
  return rows
}

export async function requireMember(tx: TenantTransaction, personId: string): Promise<Member> {
  const [member] = await listMembers(tx, personId)
  if (!member) throw new Refusal('NOT_FOUND')
  return member
}

export const isMember = (db: Db, workspaceId: string, personId: string): Promise<boolean> =>
  withWorkspace(db, workspaceId, async (tx) => {
    const { rows } = await sql`select from members where person_id = ${personId}`.execute(tx)
    return rows.length === 1
  })

/** Changes nothing for somebody who is a member already: an invitation never changes a role. */
export async function addMember(
  tx: TenantTransaction,
  workspaceId: string,
  personId: string,
  role: Role,
): Promise<boolean> {
  const { rows } = await sql`
    insert into members (workspace_id, person_id, role) values (${workspaceId}, ${personId}, ${role})
    on conflict do nothing returning 1`.execute(tx)
  return rows.length === 1
}

/** `by`: nobody gives or takes a role above their own, so an admin does not touch owners. */
export async function changeMember(
  tx: TenantTransaction,
  workspaceId: string,
  before: Member,
  change: MemberChange,
  by: Role,
): Promise<Member> {
  const { id: personId } = before
  requireReach(by, [
    ...getRoles(before),
    ...getRoles({
      role: change.role ?? before.role,
      knowledge_base_roles: change.knowledge_base_roles ?? [],
    }),
  ])
  if (change.role !== undefined && change.role !== before.role) {
    if (before.role === 'owner') await requireOtherOwner(tx, personId)
    await sql`update members set role = ${change.role} where person_id = ${personId}`.execute(tx)
  }
  if (change.knowledge_base_roles) {
    await sql`delete from knowledge_base_roles where person_id = ${personId}`.execute(tx)
    await addKnowledgeBaseRoles(tx, workspaceId, personId, change.knowledge_base_roles)
  }
  return requireMember(tx, personId)
}

export async function removeMember(tx: TenantTransaction, member: Member, by: Role): Promise<void> {
  requireReach(by, getRoles(member))
  if (member.role === 'owner') await requireOtherOwner(tx, member.id)
  await sql`delete from members where person_id = ${member.id}`.execute(tx)
  await sql`delete from access_tokens where person_id = ${member.id}`.execute(tx)
  await sql`delete from digest_subscriptions where person_id = ${member.id}`.execute(tx)
}

export const getRoles = (
  of: Pick<Member, 'role'> & { knowledge_base_roles: readonly KnowledgeBaseRole[] },
) => [of.role, ...of.knowledge_base_roles.map(({ role }) => role)]

/** Refuses roles above one's own. */
export function requireReach(by: Role, roles: readonly Role[]): void {
  if (roles.every((role) => includesRole(by, role))) return
  throw new Refusal('FORBIDDEN', {
    message: 'Only an owner may give or take the role of an owner.',
  })
}

/**
 * Refuses somebody whose account opens more than one workspace: what happens to it there is not for
 * the admins here.
 */
export async function requireOnlyHere(db: Db, personId: string): Promise<void> {
  const [account] = await runAsPerson<{ workspaces: number; owns_installation: boolean }>(
    db,
    personId,
    sql`select p.owns_installation,
               (select count(*)::int from members m where m.person_id = p.id) as workspaces
        from accounts.people p where p.id = current_person()`,
  )
  if (account && !account.owns_installation && account.workspaces <= 1) return
  throw new Refusal('FORBIDDEN', {
    message: 'Their account opens other workspaces too: ask somebody who owns the installation.',
  })
}

/** Locks the rows, so that two owners who step down at once cannot leave the workspace without one. */
async function requireOtherOwner(tx: TenantTransaction, personId: string): Promise<void> {
  const { rows } = await sql<{ person_id: string }>`
    select person_id from members where role = 'owner' order by person_id for update`.execute(tx)
  if (rows.some(({ person_id }) => person_id !== personId)) return
  throw new Refusal('CONFLICT', { message: 'The last owner of a workspace cannot step down.' })
}

async function addKnowledgeBaseRoles(
  tx: TenantTransaction,
  workspaceId: string,
  personId: string,
  roles: readonly KnowledgeBaseRole[],
): Promise<void> {
  for (const { knowledge_base_id, role } of roles) {
    const { rows } = await sql`
      insert into knowledge_base_roles (workspace_id, knowledge_base_id, person_id, role)
      select ${workspaceId}, id, ${personId}, ${role} from knowledge_bases
      where workspace_id = ${workspaceId} and id = ${knowledge_base_id} and deleting_at is null
      on conflict (workspace_id, knowledge_base_id, person_id) do update set role = excluded.role
      returning 1`.execute(tx)
    if (rows.length === 0) throw new Refusal('NOT_FOUND')
  }
}
