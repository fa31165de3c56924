import type { TwoFactorEnrolment } from '@footnote/client/admin'
import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { t } from './texts.ts'
import { Code } from '../../ui/copy.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** The password, then the authenticator's first code, then the recovery codes. */
export function TurnOn({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('')
  const begin = useChange({
    run: () => admin().twoFactor.begin({ password }),
    refreshes: [],
  })
  if (begin.data) return <Confirm enrolment={begin.data} onClose={onClose} />
  return (
    <FormDialog
      title={t.security.turnOnTitle}
      lead={t.security.passwordFirst}
      change={begin}
      action={t.security.next}
      onClose={onClose}
    >
      <TextField
        label={t.security.currentPassword}
        type="password"
        autoComplete="current-password"
        required
        autoFocus
        value={password}
        onValue={setPassword}
      />
    </FormDialog>
  )
}

type ConfirmProps = { enrolment: TwoFactorEnrolment; onClose: () => void }

function Confirm({ enrolment: { secret, uri }, onClose }: ConfirmProps) {
  const [code, setCode] = useState('')
  const confirm = useChange({
    run: () => admin().twoFactor.confirm({ code: code.trim() }),
    refreshes: [['two-factor']],
    said: t.security.turnedOn,
  })
  if (confirm.data) {
    return <RecoveryCodes codes={confirm.data.recovery_codes} onClose={onClose} />
  }
  return (
    <FormDialog
      title={t.security.turnOnTitle}
      lead={t.security.scan}
      change={confirm}
      action={t.security.turnOn}
      onClose={onClose}
    >
      <QrCode text={uri} label={t.security.qrCode} />
      <Code label={t.security.secret} text={secret} />
      <TextField
        label={t.security.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        autoFocus
        value={code}
        onValue={setCode}
      />
    </FormDialog>
  )
}
