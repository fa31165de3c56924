import { t } from './texts.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import type { Settings } from './basic-names.ts'
import { basicNames } from './basic-names.ts'
import type { CredentialDraft } from './credential-draft.ts'

type DraftProps = { draft: CredentialDraft; onChange: (change: Partial<CredentialDraft>) => void }
type Props = DraftProps & { settings: Settings }

/** What the chosen kind needs. Nothing of it is ever shown again. */
export function CredentialFields({ settings, draft, onChange }: Props) {
  const { kind, username, header, secret } = draft
  const texts = t.sources.credential
  if (kind === 'none') return null
  return (
    <>
      {(kind === 'basic' || (kind === 'token' && settings.type === 'git')) && (
        <TextField
          label={kind === 'basic' ? basicNames(settings).username : texts.username}
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
      {kind === 'github_app' && <AppFields draft={draft} onChange={onChange} />}
      {kind === 'github_app' || kind === 'service_account' ? (
        <FileField kind={kind} draft={draft} onChange={onChange} />
      ) : (
        <TextField
          label={kind === 'basic' ? basicNames(settings).secret : texts.secrets[kind]}
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

function AppFields({ draft, onChange }: DraftProps) {
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
    </>
  )
}

const EXAMPLES = {
  github_app: '-----BEGIN RSA PRIVATE KEY-----',
  service_account: '{ "type": "service_account", …',
}

/** What is in a file has many lines, and a password field has one. */
const FileField = ({ kind, draft, onChange }: DraftProps & { kind: keyof typeof EXAMPLES }) => (
  <TextArea
    label={t.sources.credential.secrets[kind]}
    hint={t.sources.credential.secretHints[kind]}
    required
    rows={4}
    autoComplete="off"
    spellCheck={false}
    placeholder={EXAMPLES[kind]}
    value={draft.secret}
    onValue={(secret) => onChange({ secret })}
  />
)
