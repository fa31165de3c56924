import type { Webhook } from '@footnote/client/admin'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { workspaceKey } from '../../api/workspace-queries.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { t } from './texts.ts'
import type { WebhookDraft } from './webhook-fields.tsx'
import { WebhookFields } from './webhook-fields.tsx'

type DialogName = 'change' | 'rotate' | 'disable' | 'delete'
type DialogProps = { webhook: Webhook; onClose: () => void }

export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { workspaceId } = useScope()
  const [open, setOpen] = useState<DialogName | null>(null)
  const test = useChange({
    run: () => admin().webhooks.test(workspaceId, webhook.id),
    refreshes: [workspaceKey(workspaceId, 'webhooks')],
    said: t.webhooks.tested,
  })
  const close = () => setOpen(null)
  return (
    <>
      {webhook.enabled && (
        <Button isBusy={test.isPending} onClick={() => test.mutate()}>
          {t.webhooks.test}
        </Button>
      )}
      <Button onClick={() => setOpen('change')}>{t.webhooks.change}</Button>
      <Menu
        trigger={<Button>{t.webhooks.more}</Button>}
        parts={[
          { text: t.webhooks.rotate, onSelect: () => setOpen('rotate') },
          ...(webhook.enabled
            ? [{ text: t.webhooks.disable, onSelect: () => setOpen('disable') }]
            : []),
          { text: t.webhooks.delete, onSelect: () => setOpen('delete') },
        ]}
      />
      {open === 'change' && <ChangeWebhook webhook={webhook} onClose={close} />}
      {open === 'rotate' && <RotateSecret webhook={webhook} onClose={close} />}
      {open === 'disable' && <DisableWebhook webhook={webhook} onClose={close} />}
      {open === 'delete' && <DeleteWebhook webhook={webhook} onClose={close} />}
    </>
  )
}

function ChangeWebhook({ webhook, onClose }: DialogProps) {
  const { workspaceId } = useScope()
  const [draft, setDraft] = useState<WebhookDraft>(webhook)
  const change = useChange({
    run: () => {
      const { url, events } = draft
      return admin().webhooks.change(workspaceId, webhook.id, { url, events: [...events] })
    },
    refreshes: [workspaceKey(workspaceId, 'webhooks')],
    said: t.webhooks.changed,
    onDone: onClose,
  })
  return (
    <FormDialog title={t.webhooks.change} change={change} action={t.common.save} onClose={onClose}>
      <WebhookFields draft={draft} onDraft={setDraft} />
    </FormDialog>
  )
}

function RotateSecret({ webhook, onClose }: DialogProps) {
  const { workspaceId } = useScope()
  const rotate = useChange({
    run: () => admin().webhooks.rotateSecret(workspaceId, webhook.id),
    refreshes: [workspaceKey(workspaceId, 'webhooks')],
  })
  if (rotate.data) {
    return (
      <SecretDialog
        title={t.webhooks.newSecretTitle}
        secret={rotate.data.secret}
        onClose={onClose}
      />
    )
  }
  return (
    <ConfirmDialog
      title={t.webhooks.rotateTitle}
      effect={t.webhooks.rotateEffect}
      action={t.webhooks.rotate}
      change={rotate}
      onClose={onClose}
    />
  )
}

function DisableWebhook({ webhook, onClose }: DialogProps) {
  const { workspaceId } = useScope()
  const disable = useChange({
    run: () => admin().webhooks.change(workspaceId, webhook.id, { enabled: false }),
    refreshes: [workspaceKey(workspaceId, 'webhooks')],
    said: t.webhooks.disabledSaid,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title={t.webhooks.disableTitle}
      effect={t.webhooks.disableEffect}
      action={t.webhooks.disable}
      change={disable}
      onClose={onClose}
    />
  )
}

function DeleteWebhook({ webhook, onClose }: DialogProps) {
  const scope = useScope()
  const navigate = useNavigate()
  const remove = useChange({
    run: async () => {
      await admin().webhooks.delete(scope.workspaceId, webhook.id)
      // Away from here first: fetched again, the list no longer has what this page shows.
      await navigate({ to: '/w/$workspaceId/kb/$knowledgeBaseId/webhooks', params: scope })
    },
    refreshes: [workspaceKey(scope.workspaceId, 'webhooks')],
    said: t.webhooks.deleted,
  })
  return (
    <ConfirmDialog
      title={t.webhooks.deleteTitle}
      effect={t.webhooks.deleteEffect}
      action={t.webhooks.delete}
      change={remove}
      onClose={onClose}
    />
  )
}
