import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { workspaceKey } from '../../api/workspace-queries.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { FormDialog } from '../../ui/form.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { t } from './texts.ts'
import type { WebhookDraft } from './webhook-fields.tsx'
import { EVENTS, WebhookFields } from './webhook-fields.tsx'

export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const { workspaceId } = useScope()
  const [draft, setDraft] = useState<WebhookDraft>({ url: '', events: EVENTS })
  const create = useChange({
    run: () => admin().webhooks.create(workspaceId, { url: draft.url, events: [...draft.events] }),
    refreshes: [workspaceKey(workspaceId, 'webhooks')],
  })
  if (create.data) {
    return <SecretDialog title={t.webhooks.secret} secret={create.data.secret} onClose={onClose} />
  }
  return (
    <FormDialog
      title={t.webhooks.create}
      change={create}
      action={t.common.create}
      onClose={onClose}
    >
      <WebhookFields draft={draft} onDraft={setDraft} />
    </FormDialog>
  )
}
