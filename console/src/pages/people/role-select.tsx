import type { Role } from '../../session/role.ts'
import { includesRole, ROLES, useRole } from '../../session/role.ts'
import { t } from './texts.ts'
import { Select } from '../../ui/field.tsx'

type RoleSelectProps = { label: string; value: Role; onValue: (role: Role) => void }

/** Roles up to one's own: nobody gives more than they have. */
export function RoleSelect({ label, value, onValue }: RoleSelectProps) {
  const own = useRole('workspace')
  return (
    <Select
      label={label}
      hint={t.roles.hints[value]}
      value={value}
      options={ROLES.filter((role) => includesRole(own, role)).map(
        (role) => [role, t.roles.names[role]] as const,
      )}
      onValue={onValue}
    />
  )
}
