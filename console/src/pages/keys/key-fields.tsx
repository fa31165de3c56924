import type { Key, KeyInput } from '@footnote/client/admin'
import { TextArea, TextField } from '../../ui/field.tsx'
import { fromLines, toLines } from '../../ui/lines.ts'
import { t } from './texts.ts'

/** What of a key can be changed once it exists; empty texts are no limit. */
export type KeyDraft = { name: string; origins: string; addresses: string; expires: string }

export const EMPTY: KeyDraft = { name: '', origins: '', addresses: '', expires: '' }

export const toDraft = (key: Key): KeyDraft => ({
  name: key.name,
  origins: fromLines(key.allowed_origins ?? []),
  addresses: fromLines(key.allowed_addresses),
  expires: key.expires_at === null ? '' : toLocal(new Date(key.expires_at)),
})

/** As a field for a date and a time has it. */
const toLocal = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

export function toInput(draft: KeyDraft, kind: Key['kind']): Omit<KeyInput, 'kind'> {
  const origins = toLines(draft.origins)
  return {
    name: draft.name,
    allowed_addresses: toLines(draft.addresses),
    expires_at: draft.expires === '' ? null : new Date(draft.expires).toISOString(),
    ...(kind === 'public' ? { allowed_origins: origins.length > 0 ? origins : null } : {}),
  }
}

type Props = { kind: Key['kind']; draft: KeyDraft; onChange: (change: Partial<KeyDraft>) => void }

export const KeyName = ({ draft, onChange }: Omit<Props, 'kind'>) => (
  <TextField
    label={t.keys.name}
    required
    maxLength={200}
    value={draft.name}
    onValue={(name) => onChange({ name })}
  />
)

/** Where it works, and until when. */
export const KeyBounds = ({ kind, draft, onChange }: Props) => (
  <>
    {kind === 'public' && (
      <TextArea
        label={t.keys.origins}
        hint={t.keys.originsHint}
        placeholder="https://docs.example.com"
        value={draft.origins}
        onValue={(origins) => onChange({ origins })}
      />
    )}
    <TextArea
      label={t.keys.addresses}
      hint={t.keys.addressesHint}
      value={draft.addresses}
      onValue={(addresses) => onChange({ addresses })}
    />
    <TextField
      label={t.keys.expires}
      hint={t.keys.expiresHint}
      type="datetime-local"
      value={draft.expires}
      onValue={(expires) => onChange({ expires })}
    />
  </>
)
