import type { Webhook } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useChange } from '../../api/use-change.ts'
import { webhooksQuery } from '../../api/webhook-queries.ts'
import { workspaceKey } from '../../api/workspace-queries.ts'
import { RoleGate } from '../../session/role-gate.tsx'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { ListLink } from '../../shell/list-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { Deliveries } from './deliveries.tsx'
import { t } from './texts.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookPill } from './webhook-state.tsx'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/webhooks/$webhookId'

export const WebhookPage = () => (
  <RoleGate title={t.webhooks.title} need="admin">
    <WebhookLoader />
  </RoleGate>
)

function WebhookLoader() {
  const { workspaceId, webhookId } = useParams({ from: ROUTE })
  const query = useQuery(webhooksQuery(workspaceId))
  return (
    <QueryView query={query} lines={8}>
      {({ webhooks }) => {
        const webhook = webhooks.find(({ id }) => id === webhookId)
        return webhook ? <WebhookView webhook={webhook} /> : <Unknown />
      }}
    </QueryView>
  )
}

const back = <ListLink list="webhooks" title={t.webhooks.title} />

const Unknown = () => (
  <Page title={t.notFound.title} above={back}>
    <Card>
      <Empty title={t.notFound.title} reason={t.notFound.reason} />
    </Card>
  </Page>
)

const WebhookView = ({ webhook }: { webhook: Webhook }) => (
  <Page
    title={new URL(webhook.url).host}
    above={back}
    actions={
      <div className="flex flex-wrap items-center gap-2">
        <WebhookPill {...webhook} />
        <WebhookActions webhook={webhook} />
      </div>
    }
    notice={<Trouble webhook={webhook} />}
  >
    <Card title={t.webhooks.settings}>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-2">
        <dt className="text-ink-3">{t.webhooks.address}</dt>
        <dd className="[overflow-wrap:anywhere] max-sm:mb-2">{webhook.url}</dd>
        <dt className="text-ink-3">{t.webhooks.what}</dt>
        <dd className="max-sm:mb-2">
          <ul className="flex flex-col gap-1">
            {webhook.events.map((event) => (
              <li key={event}>
                <span className="font-[550]">{t.webhooks.events[event]}.</span>{' '}
                <span className="text-ink-2">{t.webhooks.eventHints[event]}</span>
              </li>
            ))}
          </ul>
        </dd>
        <dt className="text-ink-3">{t.webhooks.secret}</dt>
        <dd>
          <code className="font-mono">…{webhook.secret_hint}</code>
          {webhook.previous_secret_until !== null && (
            <p className="text-ink-2">
              {t.webhooks.bothSecrets(formatDateTime(webhook.previous_secret_until))}
            </p>
          )}
        </dd>
      </dl>
    </Card>
    <Deliveries webhook={webhook} />
  </Page>
)

/** Why nothing arrives, and what to do about it. */
function Trouble({ webhook }: { webhook: Webhook }) {
  const { workspaceId } = useScope()
  const { id, enabled, disabled_reason, failing_since } = webhook
  const enable = useChange({
    run: () => admin().webhooks.change(workspaceId, id, { enabled: true }),
    refreshes: [workspaceKey(workspaceId, 'webhooks')],
    said: t.webhooks.enabledSaid,
  })
  if (enabled && failing_since === null) return null
  const tone = disabled_reason ? 'bg-danger-tint' : 'bg-warn-tint'
  return (
    <div className={`flex flex-wrap items-center gap-3 rounded-card px-4 py-3 ${tone}`}>
      <p className="min-w-60 flex-1">
        {enabled
          ? t.webhooks.failingSince(formatDateTime(failing_since ?? ''))
          : t.webhooks.disabledBecause[disabled_reason ?? 'you']}
      </p>
      {!enabled && (
        <Button kind="primary" isBusy={enable.isPending} onClick={() => enable.mutate()}>
          {t.webhooks.enable}
        </Button>
      )}
    </div>
  )
}
