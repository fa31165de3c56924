import type { SourceInput } from '@footnote/client/admin'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Select, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { ConnectCredential, NOBODY, toAccess } from './connect-credential.tsx'
import type { CredentialDraft } from './credential-draft.ts'
import { NO_CREDENTIAL, toCredential } from './credential-draft.ts'
import { SitePreview } from './site-preview.tsx'
import { SourceFields } from './source-fields.tsx'
import type { SourceValues } from './source-field.ts'
import type { Connectable } from './source-forms.ts'
import { CONNECTABLE, SOURCE_FORMS } from './source-forms.ts'
import { NIGHTLY, scheduleOptions } from './schedules.ts'

/** What the source signs in with is tried before it is saved, which may take twenty seconds. */
const TIMEOUT_MS = 60_000

type Draft = {
  type: Connectable
  values: SourceValues
  name: string
  schedule: string
  credential: CredentialDraft
  readers: string
}

const EMPTY: Draft = {
  type: 'website',
  values: {},
  name: '',
  schedule: NIGHTLY,
  credential: NO_CREDENTIAL,
  readers: NOBODY,
}

export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const scope = useScope()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(EMPTY)
  const set =
    <Name extends keyof Draft>(name: Name) =>
    (value: Draft[Name]) =>
      setDraft({ ...draft, [name]: value })
  const connect = useChange({
    run: () =>
      admin().sources.create(scope.knowledgeBaseId, toInput(draft), { timeoutMs: TIMEOUT_MS }),
    refreshes: [knowledgeBaseKey(scope.knowledgeBaseId)],
    said: draft.type === 'files' ? t.sources.form.created : t.sources.form.connected,
    onDone: ({ id }) =>
      void navigate({
        to: '/w/$workspaceId/kb/$knowledgeBaseId/sources/$sourceId',
        params: { ...scope, sourceId: id },
      }),
  })
  return (
    <FormDialog
      title={t.sources.form.title}
      change={connect}
      action={draft.type === 'files' ? t.sources.form.submitFiles : t.sources.form.submit}
      onClose={onClose}
    >
      <Select
        label={t.sources.form.type}
        value={draft.type}
        options={CONNECTABLE.map((type) => [type, t.sources.types[type]] as const)}
        onValue={(type) => setDraft({ ...draft, type, credential: NO_CREDENTIAL })}
      />
      <SourceFields
        key={draft.type}
        type={draft.type}
        values={draft.values}
        onChange={(change) => setDraft({ ...draft, values: { ...draft.values, ...change } })}
      />
      <ConnectCredential
        settings={SOURCE_FORMS[draft.type].toSettings(draft.values)}
        draft={draft.credential}
        onChange={(change) =>
          setDraft({ ...draft, credential: { ...draft.credential, ...change } })
        }
        readers={draft.readers}
        onReaders={set('readers')}
      />
      {draft.type === 'website' && (
        <SitePreview
          url={draft.values['url'] ?? ''}
          render={draft.values['render'] === 'on'}
          credential={toCredential(draft.credential)}
        />
      )}
      <TextField
        label={t.sources.form.name}
        hint={t.sources.form.nameHint}
        maxLength={200}
        value={draft.name}
        onValue={set('name')}
      />
      {draft.type !== 'files' && (
        <Select
          label={t.sources.form.schedule}
          value={draft.schedule}
          options={scheduleOptions(draft.schedule)}
          onValue={set('schedule')}
        />
      )}
    </FormDialog>
  )
}

function toInput({ type, values, name, schedule, readers, ...draft }: Draft): SourceInput {
  const credential = toCredential(draft.credential)
  return {
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    schedule: schedule === '' || type === 'files' ? null : schedule,
    ...(credential ? { credential, ...toAccess(readers) } : {}),
    settings: SOURCE_FORMS[type].toSettings(values),
    // There is nothing to sync before the first upload.
    ...(type === 'files' ? { sync: false } : {}),
  }
}
