import type { SourceHook } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { knowledgeBaseKey, sourceHookQuery } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { includesRole, useRole } from '../../session/role.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Code } from '../../ui/copy.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import type { FetchedSource } from './credential-card.tsx'
import { t } from './texts.ts'

const texts = t.sources.webhook
type Hooked = FetchedSource & { type: keyof typeof texts.steps }

export const hasWebhook = (source: FetchedSource): source is Hooked => source.type in texts.steps

type HookProps = { source: Hooked; hook: SourceHook }

/** The address that the other product calls, and what proves that it is the one. */
export function WebhookCard({ source }: { source: Hooked }) {
  const { knowledgeBaseId } = useScope()
  const mayShow = includesRole(useRole(), 'editor')
  const query = useQuery({ ...sourceHookQuery(knowledgeBaseId, source), enabled: mayShow })
  if (!mayShow) return null
  return (
    <Card title={texts.title}>
      <QueryView query={query} lines={4}>
        {(hook) => (
          <div className="flex flex-col gap-4">
            <p className="text-ink-2">{texts.lead}</p>
            {hook.signing_secret_since === null && (
              <p className="text-ink-2">{texts.steps[source.type]}</p>
            )}
            <Code label={texts.url} text={location.origin + hook.path} />
            {source.type === 'zendesk' || source.type === 'notion' ? (
              <ProductSecret source={source} hook={hook} />
            ) : (
              <OwnSecret source={source} hook={hook} />
            )}
          </div>
        )}
      </QueryView>
    </Card>
  )
}

function OwnSecret({ source, hook }: HookProps) {
  const [open, setOpen] = useState<'secret' | 'rotation' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setOpen('secret')}>{texts.show}</Button>
      <Button isChange onClick={() => setOpen('rotation')}>
        {texts.rotate}
      </Button>
      {open === 'secret' && (
        <ShownOnce title={texts.secret} note={texts.secretNote} onClose={close}>
          <Code label={texts.secret} text={hook.secret} />
        </ShownOnce>
      )}
      {open === 'rotation' && (
        <RotateSecret source={source} onDone={() => setOpen('secret')} onClose={close} />
      )}
    </div>
  )
}

type RotationProps = { source: Hooked; onDone: () => void; onClose: () => void }

function RotateSecret({ source, onDone, onClose }: RotationProps) {
  const { knowledgeBaseId } = useScope()
  const rotate = useChange({
    run: () => admin().sources.rotateHook(knowledgeBaseId, source.id),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'sources', source.id)],
    said: texts.rotated,
    onDone,
  })
  return (
    <ConfirmDialog
      title={texts.rotateTitle}
      effect={texts.rotateEffect}
      action={texts.rotate}
      change={rotate}
      onClose={onClose}
    />
  )
}

function ProductSecret({ source, hook }: HookProps) {
  const [open, setOpen] = useState<'secret' | 'removal' | null>(null)
  const { signing_secret_since: since, verification_token: token } = hook
  const close = () => setOpen(null)
  return (
    <>
      {since !== null && <p>{texts.acceptedSince(formatDateTime(since))}</p>}
      {since === null && source.type === 'zendesk' && (
        <p className="text-ink-2">{texts.noSecret}</p>
      )}
      {since === null && source.type === 'notion' && (
        <div role="status">
          {token === null ? (
            <p className="text-ink-2">{texts.waiting}</p>
          ) : (
            <ConfirmToken source={source} token={token} />
          )}
        </div>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {source.type === 'zendesk' && (
          <Button isChange onClick={() => setOpen('secret')}>
            {since === null ? texts.enter : texts.replace}
          </Button>
        )}
        {since !== null && (
          <Button isChange onClick={() => setOpen('removal')}>
            {texts.forget}
          </Button>
        )}
      </div>
      {open === 'secret' && <EnterSecret source={source} onClose={close} />}
      {open === 'removal' && <ForgetSecret source={source} onClose={close} />}
    </>
  )
}

function ConfirmToken({ source, token }: { source: Hooked; token: string }) {
  const confirm = usePutSecret(source, token, { said: texts.saved })
  return (
    <div className="flex flex-col gap-3">
      <p>{texts.tokenNote}</p>
      <Code label={texts.token} text={token} />
      <div>
        <Button isChange kind="primary" isBusy={confirm.isPending} onClick={() => confirm.mutate()}>
          {texts.confirm}
        </Button>
      </div>
    </div>
  )
}

type DialogProps = { source: Hooked; onClose: () => void }

function EnterSecret({ source, onClose }: DialogProps) {
  const [secret, setSecret] = useState('')
  const save = usePutSecret(source, secret.trim(), { said: texts.saved, onDone: onClose })
  return (
    <FormDialog title={texts.signingSecret} change={save} action={texts.save} onClose={onClose}>
      <TextField
        label={texts.signingSecret}
        hint={texts.stored}
        type="password"
        autoComplete="off"
        required
        value={secret}
        onValue={setSecret}
      />
    </FormDialog>
  )
}

function ForgetSecret({ source, onClose }: DialogProps) {
  const forget = usePutSecret(source, null, { said: texts.forgotten, onDone: onClose })
  return (
    <ConfirmDialog
      title={texts.forgetTitle}
      effect={texts.forgetEffect}
      action={texts.forget}
      change={forget}
      onClose={onClose}
    />
  )
}

type Then = { said: string; onDone?: () => void }

function usePutSecret(source: Hooked, secret: string | null, then: Then) {
  const { knowledgeBaseId } = useScope()
  return useChange({
    run: () => admin().sources.putHookSecret(knowledgeBaseId, source.id, { secret }),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'sources', source.id)],
    ...then,
  })
}
