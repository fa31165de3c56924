import type { Webhook, WebhookDelivery } from '@footnote/client/admin'
import { Pill } from '../../ui/pill.tsx'
import { t } from './texts.ts'

export function WebhookPill({ enabled, disabled_reason, failing_since }: Webhook) {
  if (!enabled) {
    return <Pill tone={disabled_reason ? 'bad' : 'neutral'}>{t.webhooks.disabled}</Pill>
  }
  return failing_since === null ? (
    <Pill tone="ok">{t.webhooks.enabled}</Pill>
  ) : (
    <Pill tone="warn">{t.webhooks.failing}</Pill>
  )
}

const TONES = { pending: 'warn', delivered: 'ok', failed: 'bad' } as const

/** Waiting is nothing to worry about before an attempt has failed. */
export const DeliveryPill = ({ state, last_error }: WebhookDelivery) => (
  <Pill tone={state === 'pending' && last_error === null ? 'neutral' : TONES[state]}>
    {t.webhooks.states[state]}
  </Pill>
)
