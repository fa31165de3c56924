import type { SourceInput } from '@footnote/client/admin'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { CheckField, Select, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { ConnectCredential, NOBODY, toAccess } from './connect-credential.tsx'
import type { CredentialDraft } from './credential-draft.ts'
import { NO_CREDENTIAL, toCredential } from './credential-draft.ts'
import { SitePreview } from './site-preview.tsx'
import { NIGHTLY, scheduleOptions } from './schedules.ts'

/** What the source signs in with is tried before it is saved, which may take twenty seconds. */
const TIMEOUT_MS = 60_000

const TYPES = ['website', 'git', 'openapi', 'files'] as const
type Type = (typeof TYPES)[number]

type Draft = {
  type: Type
  url: string
  pageUrl: string
  name: string
  schedule: string
  render: boolean
  credential: CredentialDraft
  readers: string
}

const EMPTY: Draft = {
  type: 'website',
  url: '',
  pageUrl: '',
  name: '',
  schedule: NIGHTLY,
  render: false,
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
        options={TYPES.map((type) => [type, t.sources.types[type]] as const)}
        onValue={(type) => setDraft({ ...draft, type, credential: NO_CREDENTIAL })}
      />
      <Addresses draft={draft} set={set} />
      <ConnectCredential
        type={draft.type}
        draft={draft.credential}
        onChange={(change) =>
          setDraft({ ...draft, credential: { ...draft.credential, ...change } })
        }
        readers={draft.readers}
        onReaders={set('readers')}
      />
      {draft.type === 'website' && (
        <SitePreview
          url={draft.url}
          render={draft.render}
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
      {draft.type === 'website' && (
        <CheckField
          label={t.sources.form.render}
          hint={t.sources.form.renderHint}
          isOn={draft.render}
          onChange={set('render')}
        />
      )}
    </FormDialog>
  )
}

type AddressesProps = {
  draft: Draft
  set: <Name extends keyof Draft>(name: Name) => (value: Draft[Name]) => void
}

function Addresses({ draft, set }: AddressesProps) {
  const form = t.sources.form
  const texts = {
    website: [form.website, form.websiteHint],
    git: [form.repository, form.repositoryHint],
    openapi: [form.openapi, undefined],
    files: [form.files, form.filesHint],
  } as const
  const [label, hint] = texts[draft.type]
  return (
    <>
      <TextField
        label={label}
        {...(hint === undefined ? {} : { hint })}
        type="url"
        required
        autoFocus
        placeholder="https://"
        value={draft.url}
        onValue={set('url')}
      />
      {(draft.type === 'git' || draft.type === 'openapi') && (
        <TextField
          label={form.pageUrl}
          hint={form.pageUrlHint[draft.type]}
          required
          placeholder={form.pageUrlExample[draft.type]}
          value={draft.pageUrl}
          onValue={set('pageUrl')}
        />
      )}
    </>
  )
}

function toInput(draft: Draft): SourceInput {
  const { type, url, pageUrl, name, schedule, render, readers } = draft
  const credential = toCredential(draft.credential)
  const common = {
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    schedule: schedule === '' || type === 'files' ? null : schedule,
    ...(credential ? { credential, ...toAccess(readers) } : {}),
  }
  switch (type) {
    case 'website':
      return { ...common, settings: { type, url, render } }
    case 'git':
      return { ...common, settings: { type, repository: url, page_url: pageUrl } }
    case 'openapi':
      return { ...common, settings: { type, url, page_url: pageUrl } }
    case 'files':
      // There is nothing to sync before the first upload.
      return { ...common, settings: { type, base_url: url }, sync: false }
  }
}
