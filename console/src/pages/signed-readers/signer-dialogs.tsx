import type { ReaderSigner } from '@footnote/client/admin'
import { useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Select } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { ShownSecret } from './shown-secret.tsx'
import { t } from './texts.ts'

type SignerDialogProps = { signer: ReaderSigner; onClose: () => void }

const HOURS = ['0', '1', '24', '168'] as const

export function RotateSigner({ signer, onClose }: SignerDialogProps) {
  const { knowledgeBaseId } = useScope()
  const [hours, setHours] = useState<(typeof HOURS)[number]>('0')
  const rotate = useChange({
    run: () =>
      admin().readerSigners.rotate(knowledgeBaseId, signer.id, {
        previous_valid_hours: Number(hours),
      }),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'signers')],
  })
  if (rotate.data?.secret) {
    return <ShownSecret name={signer.name} secret={rotate.data.secret} onClose={onClose} />
  }
  return (
    <FormDialog
      title={t.signers.rotateTitle}
      change={rotate}
      action={t.signers.rotate}
      lead={t.signers.rotateLead}
      onClose={onClose}
    >
      <Select
        label={t.signers.previousHours}
        value={hours}
        options={HOURS.map((one) => [one, t.signers.hours[one]] as const)}
        onValue={setHours}
      />
    </FormDialog>
  )
}

export function DeleteSigner({ signer, onClose }: SignerDialogProps) {
  const { knowledgeBaseId } = useScope()
  const remove = useChange({
    run: () => admin().readerSigners.remove(knowledgeBaseId, signer.id),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'signers')],
    said: t.signers.deleted,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title={t.signers.deleteTitle(signer.name)}
      effect={t.signers.deleteEffect}
      action={t.signers.delete}
      change={remove}
      onClose={onClose}
    />
  )
}
