import type { SourceInput } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { groupsQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Select } from '../../ui/field.tsx'
import { CredentialFields } from './credential-fields.tsx'
import type { CredentialDraft } from './credential-draft.ts'
import { credentialKinds } from './credential-draft.ts'

type Props = {
  settings: SourceInput['settings']
  draft: CredentialDraft
  onChange: (change: Partial<CredentialDraft>) => void
  readers: string
  onReaders: (readers: string) => void
}

/** How a source that is being connected signs in, and who may read what that opens. */
export function ConnectCredential({ settings, draft, onChange, readers, onReaders }: Props) {
  const { data } = useQuery(groupsQuery(useScope().knowledgeBaseId))
  const texts = t.sources.credential
  const kinds = credentialKinds(settings)
  if (kinds.length === 0) return null
  const groups = (data?.groups ?? []).map(({ id, name }) => [id, texts.group(name)] as const)
  return (
    <>
      <Select
        label={texts.title}
        value={draft.kind}
        options={[['none', texts.none] as const, ...kinds]}
        onValue={(kind) => onChange({ kind, secret: '' })}
      />
      <CredentialFields settings={settings} draft={draft} onChange={onChange} />
      {draft.kind !== 'none' && (
        <Select<string>
          label={texts.readers}
          hint={texts.readersHint}
          value={readers}
          options={[[NOBODY, texts.nobody], ...groups, [EVERYONE, texts.everyone]]}
          onValue={onReaders}
        />
      )}
    </>
  )
}

export const NOBODY = 'nobody'
const EVERYONE = 'everyone'

/** As the choice says in so many words. */
export function toAccess(
  readers: string,
): Pick<SourceInput, 'group_id' | 'visibility' | 'open_private_pages'> {
  if (readers === NOBODY) return { visibility: 'restricted' }
  if (readers === EVERYONE) return { visibility: 'public', open_private_pages: true }
  return { group_id: readers, visibility: 'unlisted' }
}
