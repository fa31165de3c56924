import type { Group } from '@footnote/client/admin'
import { useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Select, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'

/** Creates a group, or renames the one given. */
export function NameGroup({ group, onClose }: { group?: Group; onClose: () => void }) {
  const { knowledgeBaseId } = useScope()
  const [name, setName] = useState(group?.name ?? '')
  const save = useChange({
    run: () =>
      group
        ? admin().groups.change(knowledgeBaseId, group.id, { name })
        : admin().groups.create(knowledgeBaseId, { name }),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'groups')],
    said: group ? t.groups.renamed : t.groups.createdSaid,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={group ? t.groups.rename : t.groups.create}
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
