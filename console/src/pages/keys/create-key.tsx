import type { CreatedKey } from '@footnote/client/admin'
import { useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Code } from '../../ui/copy.tsx'
import { Select } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { GroupChoice } from './group-choice.tsx'
import type { KeyDraft } from './key-fields.tsx'
import { EMPTY, KeyBounds, KeyName, toInput } from './key-fields.tsx'

const KINDS = ['public', 'secret'] as const
type Kind = (typeof KINDS)[number]

export function CreateKey({ onClose }: { onClose: () => void }) {
  const { knowledgeBaseId } = useScope()
  const [kind, setKind] = useState<Kind>('public')
  const [groupIds, setGroupIds] = useState<readonly string[]>([])
  const [draft, setDraft] = useState(EMPTY)
  const change = (part: Partial<KeyDraft>) => setDraft({ ...draft, ...part })
  const create = useChange({
    run: () =>
      admin().keys.create(knowledgeBaseId, {
        ...toInput(draft, kind),
        kind,
        allowed_group_ids: [...groupIds],
      }),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'keys')],
  })
  if (create.data) return <ShownKey created={create.data} onClose={onClose} />
  return (
    <FormDialog title={t.keys.create} change={create} action={t.common.create} onClose={onClose}>
      <KeyName draft={draft} onChange={change} />
      <Select
        label={t.keys.kind}
        hint={t.keys.kindHint[kind]}
        value={kind}
        options={KINDS.map((one) => [one, t.keys.kinds[one]] as const)}
        onValue={setKind}
      />
      <GroupChoice groupIds={groupIds} onGroupIds={setGroupIds} />
      <KeyBounds kind={kind} draft={draft} onChange={change} />
    </FormDialog>
  )
}

/** With its secret, this once. */
export function ShownKey({
  created,
  note = t.keys.shownOnce,
  onClose,
}: {
  created: CreatedKey
  note?: string
  onClose: () => void
}) {
  const parts = [
    [t.keys.clientKey, created.client_key],
    [t.keys.clientId, created.client_id],
    [t.keys.clientSecret, created.client_secret],
  ] as const
  return (
    <ShownOnce title={created.name} note={note} onClose={onClose}>
      {parts.map(([label, value]) =>
        value === undefined ? null : <Code key={label} label={label} text={value} />,
      )}
    </ShownOnce>
  )
}
