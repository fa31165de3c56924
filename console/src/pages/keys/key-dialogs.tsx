import type { Key } from '@footnote/client/admin'
import { useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { formatAge } from '../../ui/format.ts'
import { ShownKey } from './create-key.tsx'
import { KeyBounds, KeyName, toDraft, toInput } from './key-fields.tsx'
import { t } from './texts.ts'

type KeyDialogProps = { of: Key; onClose: () => void }

export function EditKey({ of: key, onClose }: KeyDialogProps) {
  const { knowledgeBaseId } = useScope()
  const [draft, setDraft] = useState(() => toDraft(key))
  const save = useChange({
    run: () => admin().keys.change(knowledgeBaseId, key.id, toInput(draft, key.kind)),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'keys')],
    said: t.keys.changed,
    onDone: onClose,
  })
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  return (
    <FormDialog
      title={t.keys.editTitle(key.name)}
      change={save}
      action={t.common.save}
      onClose={onClose}
    >
      <KeyName draft={draft} onChange={change} />
      <KeyBounds kind={key.kind} draft={draft} onChange={change} />
    </FormDialog>
  )
}

/** A key cannot be read again, so another takes its place, and both work until the old one is revoked. */
export function RotateKey({ of: key, onClose }: KeyDialogProps) {
  const { knowledgeBaseId } = useScope()
  const create = useChange({
    run: () => {
      const { name, kind, captcha, captcha_hostnames, allowed_origins, ...others } = key
      const { allowed_addresses, expires_at, allowed_group_ids } = others
      return admin().keys.create(knowledgeBaseId, {
        name,
        kind,
        allowed_addresses,
        expires_at,
        allowed_group_ids,
        ...(kind === 'public' ? { captcha, captcha_hostnames, allowed_origins } : {}),
      })
    },
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'keys')],
  })
  if (create.data) {
    return <ShownKey created={create.data} note={t.keys.rotatedNote(key.hint)} onClose={onClose} />
  }
  return (
    <FormDialog
      title={t.keys.rotateTitle(key.name)}
      lead={t.keys.rotateLead}
      change={create}
      action={t.keys.rotateAction}
      onClose={onClose}
    />
  )
}

export function RevokeKey({ of: key, onClose }: KeyDialogProps) {
  const { knowledgeBaseId } = useScope()
  const revoke = useChange({
    run: () => admin().keys.revoke(knowledgeBaseId, key.id),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'keys')],
    said: t.keys.revokedSaid,
    onDone: onClose,
  })
  const used =
    key.last_used_at === null ? t.keys.neverUsed : t.keys.usedLast(formatAge(key.last_used_at))
  return (
    <ConfirmDialog
      title={t.keys.revokeTitle(key.name)}
      effect={`${used} ${t.keys.revokeEffect}`}
      action={t.keys.revoke}
      change={revoke}
      onClose={onClose}
    />
  )
}
