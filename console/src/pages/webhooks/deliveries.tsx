import type { Webhook, WebhookDelivery } from '@footnote/client/admin'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { deliveriesQuery } from '../../api/webhook-queries.ts'
import { workspaceKey } from '../../api/workspace-queries.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/field.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { ReplayFailed } from './replay-failed.tsx'
import { t } from './texts.ts'
import { DeliveryPill } from './webhook-state.tsx'

const STATES = ['pending', 'delivered', 'failed'] as const
const OPTIONS = [
  ['', t.webhooks.everyState],
  ...STATES.map((state) => [state, t.webhooks.states[state]] as const),
] as const

/** What was sent, what waits, and what failed. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { workspaceId } = useScope()
  const [state, setState] = useState<'' | WebhookDelivery['state']>('')
  const [isReplaying, setIsReplaying] = useState(false)
  const query = useInfiniteQuery(
    deliveriesQuery(workspaceId, webhook.id, state === '' ? undefined : state),
  )
  const deliveries = (query.data?.pages ?? []).flatMap((part) => part.deliveries)
  return (
    <Card isFlush title={t.webhooks.deliveries} note={t.webhooks.deliveriesNote}>
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-2 sm:px-[18px]">
        <div className="w-40">
          <Select
            label={t.webhooks.state}
            isLabelHidden
            value={state}
            options={OPTIONS}
            onValue={setState}
          />
        </div>
        {webhook.enabled && (
          <Button onClick={() => setIsReplaying(true)}>{t.webhooks.replayFailed}</Button>
        )}
      </div>
      <QueryView query={query} lines={6}>
        {() => (
          <>
            {deliveries.length > 0 ? (
              <DeliveryTable webhook={webhook} deliveries={deliveries} />
            ) : (
              <Nothing isFiltered={state !== ''} />
            )}
            <LoadMore query={query} />
          </>
        )}
      </QueryView>
      {isReplaying && <ReplayFailed webhook={webhook} onClose={() => setIsReplaying(false)} />}
    </Card>
  )
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title={t.webhooks.noneInState} reason={t.webhooks.noneInStateReason} />
  ) : (
    <Empty title={t.webhooks.noDeliveries} reason={t.webhooks.noDeliveriesReason} />
  )

type DeliveryTableProps = { webhook: Webhook; deliveries: readonly WebhookDelivery[] }

function DeliveryTable({ webhook, deliveries }: DeliveryTableProps) {
  const { workspaceId } = useScope()
  const replay = useChange({
    run: (id: string) => admin().webhooks.replay(workspaceId, webhook.id, id),
    refreshes: [workspaceKey(workspaceId, 'webhooks')],
    said: t.webhooks.replayed,
  })
  return (
    <Table label={t.webhooks.deliveries}>
      <thead>
        <tr>
          <Th>{t.webhooks.event}</Th>
          <Th>{t.webhooks.state}</Th>
          <Th className="hidden md:table-cell">{t.webhooks.answer}</Th>
          <Th isNumber className="hidden sm:table-cell">
            {t.webhooks.attempts}
          </Th>
          {webhook.enabled && (
            <Th isNumber>
              <span className="sr-only">{t.webhooks.replay}</span>
            </Th>
          )}
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <tr key={delivery.id}>
            <Td>
              <span className="font-[550]">{t.webhooks.events[delivery.type]}</span>
              <p className="text-xs text-ink-3">{formatDateTime(delivery.created_at)}</p>
            </Td>
            <Td>
              <DeliveryPill {...delivery} />
              {delivery.last_error !== null && (
                <p className="text-xs text-ink-3 md:hidden">{delivery.last_error}</p>
              )}
            </Td>
            <Td className="hidden text-ink-2 md:table-cell">
              <Answer {...delivery} />
            </Td>
            <Td isNumber className="hidden sm:table-cell">
              {delivery.attempts}
            </Td>
            {webhook.enabled && (
              <Td isNumber>
                <Button
                  aria-label={t.webhooks.replayOf(
                    t.webhooks.events[delivery.type],
                    formatDateTime(delivery.created_at),
                  )}
                  isBusy={replay.isPending && replay.variables === delivery.id}
                  onClick={() => replay.mutate(delivery.id)}
                >
                  {t.webhooks.replay}
                </Button>
              </Td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** What the receiver said, and when it is asked again. */
const Answer = ({ last_error, response_status, next_attempt_at, attempts }: WebhookDelivery) => (
  <>
    {last_error ?? response_status ?? '–'}
    {next_attempt_at !== null && attempts > 0 && (
      <p className="text-xs text-ink-3">{t.webhooks.next(formatDateTime(next_attempt_at))}</p>
    )}
  </>
)
