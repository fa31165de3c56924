import type { Channel } from '@footnote/client/admin'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Select, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { GroupChoice } from '../keys/group-choice.tsx'
import { KINDS } from './credential-fields.ts'
import { t } from './texts.ts'

export function CreateChannel({ onClose }: { onClose: () => void }) {
  const scope = useScope()
  const { knowledgeBaseId } = scope
  const navigate = useNavigate()
  const [kind, setKind] = useState<Channel['kind']>('slack')
  const [name, setName] = useState('')
  const [groupIds, setGroupIds] = useState<readonly string[]>([])
  const create = useChange({
    run: () => admin().channels.create(knowledgeBaseId, { kind, name, group_ids: [...groupIds] }),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'channels')],
    onDone: ({ id: channelId }) =>
      void navigate({
        to: '/w/$workspaceId/kb/$knowledgeBaseId/channels/$channelId',
        params: { ...scope, channelId },
      }),
  })
  return (
    <FormDialog
      title={t.channels.createTitle}
      change={create}
      action={t.common.create}
      onClose={onClose}
    >
      <Select
        label={t.channels.kind}
        value={kind}
        options={KINDS.map((each) => [each, t.products[each].name] as const)}
        onValue={setKind}
      />
      <TextField
        label={t.channels.name}
        hint={t.channels.nameHint}
        required
        maxLength={200}
        value={name}
        onValue={setName}
      />
      <GroupChoice groupIds={groupIds} onGroupIds={setGroupIds} hint={t.channels.groupsHint} />
    </FormDialog>
  )
}
