import type { WebhookDelivery } from '@footnote/client/admin'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { admin } from '../session/session.ts'
import { workspaceKey } from './workspace-queries.ts'

const REFRESH_MS = 3_000
const PAGE_SIZE = 50

/** A first or second attempt comes within seconds, so somebody may be looking. */
const isSoon = (delivery: WebhookDelivery | null): boolean =>
  delivery?.state === 'pending' && delivery.attempts < 3

export const webhooksQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: workspaceKey(workspaceId, 'webhooks'),
    queryFn: ({ signal }) => admin().webhooks.list(workspaceId, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.webhooks.some(({ last_delivery }) => isSoon(last_delivery)) ? REFRESH_MS : false,
  })

export const deliveriesQuery = (
  workspaceId: string,
  webhookId: string,
  state: WebhookDelivery['state'] | undefined,
) =>
  infiniteQueryOptions({
    queryKey: workspaceKey(workspaceId, 'webhooks', webhookId, 'deliveries', state),
    queryFn: ({ signal, pageParam }) =>
      admin().webhooks.deliveries(
        workspaceId,
        webhookId,
        { limit: PAGE_SIZE, ...(state ? { state } : {}), ...pageParam },
        { signal },
      ),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor }) => (next_cursor === null ? null : { cursor: next_cursor }),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ deliveries }) => deliveries.some(isSoon)) ? REFRESH_MS : false,
  })
