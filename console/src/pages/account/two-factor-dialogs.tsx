import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { t } from './texts.ts'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type DialogProps = { onClose: () => void }

export function TurnOff({ onClose }: DialogProps) {
  const [password, setPassword] = useState('')
  const turnOff = useChange({
    run: () => admin().twoFactor.turnOff({ password }),
    refreshes: [['two-factor']],
    said: t.security.turnedOff,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t.security.turnOffTitle}
      lead={t.security.turnOffLead}
      change={turnOff}
      action={t.security.turnOff}
      kind="danger"
      onClose={onClose}
    >
      <Password value={password} onValue={setPassword} />
    </FormDialog>
  )
}

export function ReplaceCodes({ onClose }: DialogProps) {
  const [password, setPassword] = useState('')
  const replace = useChange({
    run: () => admin().twoFactor.replaceRecoveryCodes({ password }),
    refreshes: [['two-factor']],
  })
  if (replace.data) {
    return <RecoveryCodes codes={replace.data.recovery_codes} onClose={onClose} />
  }
  return (
    <FormDialog
      title={t.security.replaceCodes}
      lead={t.security.replaceLead}
      change={replace}
      action={t.security.replaceCodes}
      onClose={onClose}
    >
      <Password value={password} onValue={setPassword} />
    </FormDialog>
  )
}

const Password = ({ value, onValue }: { value: string; onValue: (value: string) => void }) => (
  <TextField
    label={t.security.currentPassword}
    type="password"
    autoComplete="current-password"
    required
    autoFocus
    value={value}
    onValue={onValue}
  />
)
