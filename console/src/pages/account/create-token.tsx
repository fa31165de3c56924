import { useState } from 'react'
import { workspaceKey } from '../../api/workspace-queries.ts'
import { useChange } from '../../api/use-change.ts'
import type { Role } from '../../session/role.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Code } from '../../ui/copy.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { RoleSelect } from '../people/role-select.tsx'

/** As the contract has it. */
const MAX_DAYS = 366
const DEFAULT_DAYS = 90

export function CreateToken({ onClose }: { onClose: () => void }) {
  const { workspaceId } = useScope()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('editor')
  const [days, setDays] = useState(String(DEFAULT_DAYS))
  const create = useChange({
    run: () =>
      admin().accessTokens.create(workspaceId, { name, role, expires_in_days: Number(days) }),
    refreshes: [workspaceKey(workspaceId, 'tokens')],
  })
  if (create.data) {
    return (
      <ShownOnce title={create.data.name} note={t.security.tokenShownOnce} onClose={onClose}>
        <Code label={t.security.token} text={create.data.token} />
      </ShownOnce>
    )
  }
  return (
    <FormDialog
      title={t.security.createToken}
      change={create}
      action={t.common.create}
      onClose={onClose}
    >
      <TextField
        label={t.security.tokenName}
        hint={t.security.tokenNameHint}
        required
        autoFocus
        maxLength={200}
        value={name}
        onValue={setName}
      />
      <RoleSelect label={t.security.tokenRole} value={role} onValue={setRole} />
      <TextField
        label={t.security.tokenDays}
        type="number"
        required
        min={1}
        max={MAX_DAYS}
        value={days}
        onValue={setDays}
      />
    </FormDialog>
  )
}
