import type { Role } from '@footnote/contract/role'
import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt } from './created-at.ts'

/** The part of better-auth's tables that is read here. It writes them itself. */
export type PeopleTable = {
  id: string
  name: string
  email: string
  owns_installation: Generated<boolean>
  created_at: CreatedAt
}

export type SessionsTable = {
  id: string
  user_id: string
  updated_at: Date
  expires_at: Date
}

export type SetupLinksTable = { token_digest: Buffer; expires_at: Date }

export type MembersTable = {
  workspace_id: string
  person_id: string
  role: Role
  created_at: CreatedAt
}

export type KnowledgeBaseRolesTable = {
  workspace_id: string
  knowledge_base_id: string
  person_id: string
  role: Role
}

export type InvitationsTable = {
  workspace_id: string
  id: string
  email: string
  role: Role
  invited_by: string
  token_digest: Buffer
  created_at: CreatedAt
  expires_at: Date
}

export type AccessTokensTable = {
  workspace_id: string
  id: string
  person_id: string | null
  name: string
  role: Role
  token_digest: Buffer
  pepper_fingerprint: Buffer
  hint: string
  created_at: CreatedAt
  expires_at: Date
  last_used_at: ColumnType<Date | null, never, Date>
}
