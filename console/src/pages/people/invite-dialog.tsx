import type { CreatedInvitation } from '@footnote/client/admin'
import { useState } from 'react'
import { workspaceKey } from '../../api/workspace-queries.ts'
import { useChange } from '../../api/use-change.ts'
import type { Role } from '../../session/role.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { RoleSelect } from './role-select.tsx'

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { workspaceId } = useScope()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const invite = useChange({
    run: () => admin().invitations.create(workspaceId, { email: email.trim(), role }),
    refreshes: [workspaceKey(workspaceId, 'invitations')],
  })
  if (invite.data) return <Invited invitation={invite.data} onClose={onClose} />
  return (
    <FormDialog
      title={t.people.invite}
      change={invite}
      action={t.people.sendInvitation}
      onClose={onClose}
    >
      <TextField
        label={t.people.email}
        type="email"
        required
        autoFocus
        autoComplete="off"
        value={email}
        onValue={setEmail}
      />
      <RoleSelect label={t.people.role} value={role} onValue={setRole} />
    </FormDialog>
  )
}

type InvitedProps = { invitation: CreatedInvitation; onClose: () => void }

function Invited({ invitation, onClose }: InvitedProps) {
  const { email, token, is_sent: isSent } = invitation
  return (
    <Dialog title={t.people.invited(email)} onClose={onClose}>
      <p className="mb-3 text-ink-2">
        {isSent ? t.people.mailed(email) : t.people.handOver(email)}
      </p>
      <Code label={t.people.link} text={`${location.origin}/console/invitation#${token}`} />
      <div className="mt-5 text-end">
        <Button kind="primary" onClick={onClose}>
          {t.people.done}
        </Button>
      </div>
    </Dialog>
  )
}
