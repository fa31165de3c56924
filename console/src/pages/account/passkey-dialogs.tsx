import type { Passkey, PasskeyCreation } from '@footnote/client/admin'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { browserName } from './browser-name.ts'
import { t } from './texts.ts'

/** As the contract has it. */
const MAX_NAME_CHARACTERS = 100

const refreshes = [['passkeys']]

type CloseProps = { onClose: () => void }

/** A name and the password; then the browser asks for the device. */
export function AddPasskey({ onClose }: CloseProps) {
  const [name, setName] = useState(() => browserName(navigator.userAgent))
  const [password, setPassword] = useState('')
  const add = useChange({
    run: async () => {
      const begun = await admin().passkeys.begin(password === '' ? {} : { password })
      const { startRegistration } = await import('@simplewebauthn/browser')
      const response = await startRegistration({ optionsJSON: asOptions(begun) })
      return admin().passkeys.create({ name, response })
    },
    refreshes,
    said: t.security.passkeyAdded,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t.security.addPasskey}
      lead={t.security.addPasskeyLead}
      change={add}
      action={t.security.next}
      onClose={onClose}
    >
      <Name name={name} onName={setName} />
      <TextField
        label={t.security.currentPassword}
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onValue={setPassword}
      />
    </FormDialog>
  )
}

// The browser checks what it is handed; the contract does not name every way to reach a device.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const asOptions = (begun: PasskeyCreation) => begun as PublicKeyCredentialCreationOptionsJSON

export function RenamePasskey({ passkey, onClose }: CloseProps & { passkey: Passkey }) {
  const [name, setName] = useState(passkey.name)
  const rename = useChange({
    run: () => admin().passkeys.rename(passkey.id, { name }),
    refreshes,
    said: t.security.passkeyRenamed,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t.security.renamePasskeyOf(passkey.name)}
      change={rename}
      action={t.common.save}
      onClose={onClose}
    >
      <Name name={name} onName={setName} />
    </FormDialog>
  )
}

export function RemovePasskey({ passkey, onClose }: CloseProps & { passkey: Passkey }) {
  const remove = useChange({
    run: () => admin().passkeys.delete(passkey.id),
    refreshes,
    said: t.security.passkeyRemoved,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title={t.security.removePasskeyTitle(passkey.name)}
      effect={t.security.removePasskeyEffect}
      action={t.security.removePasskey}
      change={remove}
      onClose={onClose}
    />
  )
}

const Name = ({ name, onName }: { name: string; onName: (name: string) => void }) => (
  <TextField
    label={t.security.passkeyName}
    hint={t.security.passkeyNameHint}
    required
    maxLength={MAX_NAME_CHARACTERS}
    value={name}
    onValue={onName}
  />
)
