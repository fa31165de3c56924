import type { Webhook } from '@footnote/client/admin'
import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { workspaceKey } from '../../api/workspace-queries.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { t } from './texts.ts'

const DAY_MS = 86_400_000
/** As a field for times takes it: local, to the minute. */
const toField = (ms: number): string => {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length)
}

type ReplayFailedProps = { webhook: Webhook; onClose: () => void }

/** Everything that failed since a time: by default, in the last week. */
export function ReplayFailed({ webhook, onClose }: ReplayFailedProps) {
  const { workspaceId } = useScope()
  const [since, setSince] = useState(() => toField(Date.now() - 7 * DAY_MS))
  const replay = useChange({
    run: () => {
      const body = { since: new Date(since).toISOString() }
      return admin().webhooks.replayFailed(workspaceId, webhook.id, body)
    },
    refreshes: [workspaceKey(workspaceId, 'webhooks')],
    said: ({ replayed }) => t.webhooks.replayedCount(replayed),
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t.webhooks.replayFailedTitle}
      lead={t.webhooks.replayFailedLead}
      change={replay}
      action={t.webhooks.replay}
      onClose={onClose}
    >
      <TextField
        label={t.webhooks.since}
        type="datetime-local"
        required
        value={since}
        onValue={setSince}
      />
    </FormDialog>
  )
}
