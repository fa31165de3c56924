import type { Source, SourceCredential } from '@footnote/client/admin'
import { useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CheckField, Select } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { formatDateTime } from '../../ui/format.ts'
import type { Settings } from './basic-names.ts'
import { CredentialFields } from './credential-fields.tsx'
import type { CredentialDraft } from './credential-draft.ts'
import { credentialKinds, kindName, NO_CREDENTIAL, toCredential } from './credential-draft.ts'

/** The service reads the address before it saves, which may take twenty seconds. */
const TIMEOUT_MS = 60_000

type Asking = 'credential' | 'removal' | null

/** One that is not pushed to. */
export type FetchedSource = Source & { settings: Settings }

/** Who a source signs in as; its secret is never shown. */
export function CredentialCard({ source }: { source: FetchedSource }) {
  const [asking, setAsking] = useState<Asking>(null)
  const { credential } = source
  const texts = t.sources.credential
  const close = () => setAsking(null)
  return (
    <Card title={texts.title}>
      {credential ? (
        <SignedIn credential={credential} settings={source.settings} />
      ) : (
        <p className="text-ink-2">{texts.none}</p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button isChange onClick={() => setAsking('credential')}>
          {credential ? texts.replace : texts.add}
        </Button>
        {credential && (
          <Button isChange onClick={() => setAsking('removal')}>
            {texts.remove}
          </Button>
        )}
      </div>
      {asking === 'credential' && <CredentialDialog source={source} onClose={close} />}
      {asking === 'removal' && <RemoveCredential source={source} onClose={close} />}
    </Card>
  )
}

type SignedInProps = { credential: SourceCredential; settings: Settings }

const SignedIn = ({ credential, settings }: SignedInProps) => (
  <>
    <p>
      {t.sources.credential.signedIn(describeSignIn(credential), formatDateTime(credential.since))}
    </p>
    <p className="text-xs text-ink-3">
      {kindName(credential.type, settings)} · {t.sources.credential.sentTo(credential.origin)}
    </p>
  </>
)

const describeSignIn = ({ type, signed_in_as }: Pick<SourceCredential, 'type' | 'signed_in_as'>) =>
  t.sources.credential.how[type](signed_in_as)

type DialogProps = { source: FetchedSource; onClose: () => void }

function CredentialDialog({ source, onClose }: DialogProps) {
  const { knowledgeBaseId } = useScope()
  const kinds = credentialKinds(source.settings)
  const [draft, setDraft] = useState<CredentialDraft>({
    ...NO_CREDENTIAL,
    kind: source.credential?.type ?? kinds[0]?.[0] ?? 'none',
  })
  const [isOpen, setIsOpen] = useState(false)
  const texts = t.sources.credential
  const change = (some: Partial<CredentialDraft>) => setDraft({ ...draft, ...some })
  const save = useChange({
    run: () => {
      const credential = toCredential(draft)
      if (!credential) throw new Error(texts.none)
      const body = { credential, open_private_pages: isOpen }
      const patience = { timeoutMs: TIMEOUT_MS }
      return admin().sources.putCredential(knowledgeBaseId, source.id, body, patience)
    },
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'sources')],
    said: (saved) =>
      saved.needed === false
        ? texts.savedUnneeded
        : texts.saved(describeSignIn(saved), saved.reads),
    onDone: onClose,
  })
  const isFirst = source.credential === null
  return (
    <FormDialog
      title={isFirst ? texts.add : texts.replace}
      change={save}
      action={texts.testAndSave}
      onClose={onClose}
    >
      <Select
        label={texts.kind}
        value={draft.kind}
        options={kinds}
        onValue={(kind) => change({ kind, secret: '' })}
      />
      <CredentialFields settings={source.settings} draft={draft} onChange={change} />
      {isFirst && source.visibility !== 'restricted' && (
        <CheckField label={texts.open} hint={texts.openHint} isOn={isOpen} onChange={setIsOpen} />
      )}
    </FormDialog>
  )
}

function RemoveCredential({ source, onClose }: DialogProps) {
  const { knowledgeBaseId } = useScope()
  const remove = useChange({
    run: () => admin().sources.removeCredential(knowledgeBaseId, source.id),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'sources')],
    said: t.sources.credential.removed,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title={t.sources.credential.removeTitle}
      effect={t.sources.credential.removeEffect}
      action={t.sources.credential.remove}
      change={remove}
      onClose={onClose}
    />
  )
}
