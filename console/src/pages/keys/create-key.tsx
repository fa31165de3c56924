import type { CreatedKey } from '@footnote/client/admin'
import { useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Code } from '../../ui/copy.tsx'
import { Select, TextArea, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { toLines } from '../../ui/lines.ts'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { GroupChoice } from './group-choice.tsx'

const KINDS = ['public', 'secret'] as const
type Kind = (typeof KINDS)[number]

export function CreateKey({ onClose }: { onClose: () => void }) {
  const { knowledgeBaseId } = useScope()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<Kind>('public')
  const [groupIds, setGroupIds] = useState<readonly string[]>([])
  const [origins, setOrigins] = useState('')
  const [addresses, setAddresses] = useState('')
  const [expires, setExpires] = useState('')
  const create = useChange({
    run: () => {
      const allowedOrigins = toLines(origins)
      return admin().keys.create(knowledgeBaseId, {
        name,
        kind,
        allowed_group_ids: [...groupIds],
        allowed_addresses: toLines(addresses),
        expires_at: expires === '' ? null : new Date(expires).toISOString(),
        ...(kind === 'public' && allowedOrigins.length > 0
          ? { allowed_origins: allowedOrigins }
          : {}),
      })
    },
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'keys')],
  })
  if (create.data) return <ShownKey created={create.data} onClose={onClose} />
  return (
    <FormDialog title={t.keys.create} change={create} action={t.common.create} onClose={onClose}>
      <TextField
        label={t.keys.name}
        required
        autoFocus
        maxLength={200}
        value={name}
        onValue={setName}
      />
      <Select
        label={t.keys.kind}
        hint={t.keys.kindHint[kind]}
        value={kind}
        options={KINDS.map((one) => [one, t.keys.kinds[one]] as const)}
        onValue={setKind}
      />
      <GroupChoice groupIds={groupIds} onGroupIds={setGroupIds} />
      {kind === 'public' && (
        <TextArea
          label={t.keys.origins}
          hint={t.keys.originsHint}
          placeholder="https://docs.example.com"
          value={origins}
          onValue={setOrigins}
        />
      )}
      <TextArea
        label={t.keys.addresses}
        hint={t.keys.addressesHint}
        value={addresses}
        onValue={setAddresses}
      />
      <TextField
        label={t.keys.expires}
        hint={t.keys.expiresHint}
        type="datetime-local"
        value={expires}
        onValue={setExpires}
      />
    </FormDialog>
  )
}

function ShownKey({ created, onClose }: { created: CreatedKey; onClose: () => void }) {
  const parts = [
    [t.keys.clientKey, created.client_key],
    [t.keys.clientId, created.client_id],
    [t.keys.clientSecret, created.client_secret],
  ] as const
  return (
    <ShownOnce title={created.name} note={t.keys.shownOnce} onClose={onClose}>
      {parts.map(([label, value]) =>
        value === undefined ? null : <Code key={label} label={label} text={value} />,
      )}
    </ShownOnce>
  )
}
