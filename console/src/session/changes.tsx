import type { ReactNode } from 'react'
import { useContext } from 'react'
import { t } from '../texts.ts'
import { ChangeRefusal } from '../ui/change-refusal.ts'
import type { Role } from './role.ts'
import { includesRole, useRole } from './role.ts'

type ChangesProps = {
  /** The lowest role that may make them. */
  need: Role
  place?: 'workspace' | 'knowledge base'
  children: ReactNode
}

/** Turns off the buttons and forms inside that change something, unless the role allows it. */
export function Changes({ need, place = 'knowledge base', children }: ChangesProps) {
  const role = useRole(place)
  const refusal = includesRole(role, need)
    ? null
    : {
        reason: t.roles.reason(t.roles.needed[need]),
        sentence: t.roles.readOnly(t.roles.needed[role], t.roles.needed[need]),
      }
  return <ChangeRefusal value={refusal}>{children}</ChangeRefusal>
}

/** Says once why nothing can be changed. */
export function ReadOnlyNotice() {
  const refusal = useContext(ChangeRefusal)
  if (!refusal) return null
  return <p className="mb-1 rounded-card bg-sunken px-4 py-3 text-ink-2">{refusal.sentence}</p>
}
