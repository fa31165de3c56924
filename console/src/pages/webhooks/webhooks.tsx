import type { Webhook } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { webhooksQuery } from '../../api/webhook-queries.ts'
import { RoleGate } from '../../session/role-gate.tsx'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatAge } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { CreateWebhook } from './create-webhook.tsx'
import { t } from './texts.ts'
import { DeliveryPill, WebhookPill } from './webhook-state.tsx'

export const Webhooks = () => (
  <RoleGate title={t.webhooks.title} need="admin">
    <WebhooksView />
  </RoleGate>
)

function WebhooksView() {
  const { workspaceId } = useScope()
  const [isCreating, setIsCreating] = useState(false)
  const query = useQuery(webhooksQuery(workspaceId))
  const create = (
    <Button kind="primary" onClick={() => setIsCreating(true)}>
      {t.webhooks.create}
    </Button>
  )
  const isEmpty = query.data?.webhooks.length === 0
  return (
    <Page title={t.webhooks.title} actions={isEmpty ? null : create}>
      <p className="-mt-3 text-ink-2">{t.webhooks.lead}</p>
      <Card isFlush>
        <QueryView query={query} lines={4}>
          {({ webhooks }) =>
            webhooks.length > 0 ? (
              <WebhookTable webhooks={webhooks} />
            ) : (
              <Empty title={t.webhooks.empty} reason={t.webhooks.emptyReason} action={create} />
            )
          }
        </QueryView>
      </Card>
      {isCreating && <CreateWebhook onClose={() => setIsCreating(false)} />}
    </Page>
  )
}

const WebhookTable = ({ webhooks }: { webhooks: readonly Webhook[] }) => (
  <Table label={t.webhooks.title}>
    <thead>
      <tr>
        <Th>{t.webhooks.address}</Th>
        <Th className="hidden lg:table-cell">{t.webhooks.what}</Th>
        <Th className="hidden sm:table-cell">{t.webhooks.lastDelivery}</Th>
        <Th isNumber>{t.webhooks.state}</Th>
      </tr>
    </thead>
    <tbody>
      {webhooks.map((webhook) => (
        <WebhookRow key={webhook.id} webhook={webhook} />
      ))}
    </tbody>
  </Table>
)

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const scope = useScope()
  const { id, url, events, last_delivery } = webhook
  return (
    <tr>
      <Td>
        <Link
          to="/w/$workspaceId/kb/$knowledgeBaseId/webhooks/$webhookId"
          params={{ ...scope, webhookId: id }}
          className="font-[550] [overflow-wrap:anywhere] hover:underline"
        >
          {url}
        </Link>
        <p className="text-xs text-ink-3 lg:hidden">{getNames(events)}</p>
      </Td>
      <Td className="hidden text-ink-2 lg:table-cell">{getNames(events)}</Td>
      <Td className="hidden whitespace-nowrap text-ink-2 sm:table-cell">
        {last_delivery ? (
          <>
            <DeliveryPill {...last_delivery} /> {formatAge(last_delivery.created_at)}
          </>
        ) : (
          t.common.never
        )}
      </Td>
      <Td isNumber>
        <WebhookPill {...webhook} />
      </Td>
    </tr>
  )
}

const getNames = (events: Webhook['events']): string =>
  events.map((event) => t.webhooks.events[event]).join(', ')
