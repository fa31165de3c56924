import { t } from './texts.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import type { CredentialDraft } from './credential-draft.ts'

type Props = { draft: CredentialDraft; onChange: (change: Partial<CredentialDraft>) => void }

/** What the chosen kind needs. Nothing of it is ever shown again. */
export function CredentialFields({ draft, onChange }: Props) {
  const { kind, username, header, secret } = draft
  const texts = t.sources.credential
  if (kind === 'none') return null
  return (
    <>
      {(kind === 'basic' || kind === 'token') && (
        <TextField
          label={texts.username}
          {...(kind === 'token' ? { hint: texts.usernameHint } : { required: true })}
          autoComplete="off"
          value={username}
          onValue={(value) => onChange({ username: value })}
        />
      )}
      {(kind === 'oauth_client' || kind === 'access_key') && (
        <TextField
          label={kind === 'oauth_client' ? texts.clientId : texts.accessKeyId}
          required
          autoComplete="off"
          value={username}
          onValue={(value) => onChange({ username: value })}
        />
      )}
      {kind === 'header' && (
        <TextField
          label={texts.header}
          required
          placeholder="X-Api-Key"
          autoComplete="off"
          value={header}
          onValue={(value) => onChange({ header: value })}
        />
      )}
      {kind === 'github_app' ? (
        <AppFields draft={draft} onChange={onChange} />
      ) : (
        <TextField
          label={texts.secrets[kind]}
          hint={texts.secretHints[kind]}
          type="password"
          required
          autoComplete="new-password"
          value={secret}
          onValue={(value) => onChange({ secret: value })}
        />
      )}
    </>
  )
}

/** A password field has one line, and a key in PEM has many. */
function AppFields({ draft, onChange }: Props) {
  const texts = t.sources.credential
  return (
    <>
      <TextField
        label={texts.appId}
        required
        autoComplete="off"
        value={draft.appId}
        onValue={(appId) => onChange({ appId })}
      />
      <TextField
        label={texts.installationId}
        hint={texts.installationIdHint}
        required
        inputMode="numeric"
        autoComplete="off"
        value={draft.installationId}
        onValue={(installationId) => onChange({ installationId })}
      />
      <TextArea
        label={texts.secrets.github_app}
        hint={texts.secretHints.github_app}
        required
        rows={4}
        autoComplete="off"
        spellCheck={false}
        placeholder="-----BEGIN RSA PRIVATE KEY-----"
        value={draft.secret}
        onValue={(secret) => onChange({ secret })}
      />
    </>
  )
}
