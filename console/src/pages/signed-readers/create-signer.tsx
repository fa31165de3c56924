import { useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Select, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { ShownSecret } from './shown-secret.tsx'
import { t } from './texts.ts'

const KINDS = ['secret', 'jwks'] as const
type Kind = (typeof KINDS)[number]

const orAbsent = (text: string): string | undefined => text.trim() || undefined

export function CreateSigner({ onClose }: { onClose: () => void }) {
  const { knowledgeBaseId } = useScope()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<Kind>('secret')
  const [jwksUrl, setJwksUrl] = useState('')
  const [audience, setAudience] = useState('')
  const [issuer, setIssuer] = useState('')
  const create = useChange({
    run: async () => {
      const created = await admin().readerSigners.create(knowledgeBaseId, {
        name,
        audience: orAbsent(audience),
        issuer: orAbsent(issuer) ?? null,
        ...(kind === 'jwks' ? { jwks_url: jwksUrl } : {}),
      })
      if (created.secret === null) onClose()
      return created
    },
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'signers')],
  })
  if (create.data?.secret) {
    return <ShownSecret name={create.data.name} secret={create.data.secret} onClose={onClose} />
  }
  return (
    <FormDialog title={t.signers.create} change={create} action={t.common.create} onClose={onClose}>
      <TextField
        label={t.signers.name}
        required
        autoFocus
        maxLength={200}
        value={name}
        onValue={setName}
      />
      <Select
        label={t.signers.kind}
        hint={t.signers.kindHints[kind]}
        value={kind}
        options={KINDS.map((one) => [one, t.signers.kinds[one]] as const)}
        onValue={setKind}
      />
      {kind === 'jwks' && (
        <TextField
          label={t.signers.jwksUrl}
          hint={t.signers.jwksUrlHint}
          required
          type="url"
          value={jwksUrl}
          onValue={setJwksUrl}
        />
      )}
      <TextField
        label={t.signers.audience}
        hint={t.signers.audienceHint}
        value={audience}
        onValue={setAudience}
      />
      <TextField
        label={t.signers.issuer}
        hint={t.signers.issuerHint}
        value={issuer}
        onValue={setIssuer}
      />
    </FormDialog>
  )
}
