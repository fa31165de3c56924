import type { Group } from '@footnote/client/admin'
import { useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { CheckField, Select, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'

/** Creates a group, or changes the one given. */
export function EditGroup({ group, onClose }: { group?: Group; onClose: () => void }) {
  const { knowledgeBaseId } = useScope()
  const [name, setName] = useState(group?.name ?? '')
  const [isSigned, setIsSigned] = useState(group?.signed_readers_only ?? false)
  const settings = { name, signed_readers_only: isSigned }
  const save = useChange({
    run: () =>
      group
        ? admin().groups.change(knowledgeBaseId, group.id, settings)
        : admin().groups.create(knowledgeBaseId, settings),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'groups')],
    said: group ? t.groups.changed : t.groups.createdSaid,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={group ? t.groups.change : t.groups.create}
      change={save}
      action={group ? t.common.save : t.common.create}
      onClose={onClose}
    >
      <TextField
        label={t.groups.name}
        required
        autoFocus
        maxLength={200}
        value={name}
        onValue={setName}
      />
      <CheckField
        label={t.groups.signedOnly}
        hint={t.groups.signedOnlyHint}
        isOn={isSigned}
        onChange={setIsSigned}
      />
    </FormDialog>
  )
}

type DeleteGroupProps = { group: Group; others: readonly Group[]; onClose: () => void }

export function DeleteGroup({ group, others, onClose }: DeleteGroupProps) {
  const { knowledgeBaseId } = useScope()
  const [moveTo, setMoveTo] = useState<string>('none')
  const remove = useChange({
    run: () => admin().groups.remove(knowledgeBaseId, group.id, { move_to: moveTo }),
    refreshes: [knowledgeBaseKey(knowledgeBaseId)],
    said: t.groups.deleted,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t.groups.deleteTitle(group.name)}
      change={remove}
      action={t.groups.delete}
      kind="danger"
      lead={t.groups.deleteEffect}
      onClose={onClose}
    >
      <Select<string>
        label={t.groups.moveTo}
        value={moveTo}
        options={[['none', t.groups.noGroup], ...others.map(({ id, name }) => [id, name] as const)]}
        onValue={setMoveTo}
      />
    </FormDialog>
  )
}
