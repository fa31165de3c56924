import type { SubscribedEvent } from '@footnote/client/admin'
import { CheckField, TextField } from '../../ui/field.tsx'
import { t } from './texts.ts'

// Object.keys loses the type of each key.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const EVENTS = Object.keys(t.webhooks.eventHints) as SubscribedEvent[]

export type WebhookDraft = { url: string; events: readonly SubscribedEvent[] }
type WebhookFieldsProps = { draft: WebhookDraft; onDraft: (draft: WebhookDraft) => void }

/** Where it sends, and what. */
export const WebhookFields = ({ draft, onDraft }: WebhookFieldsProps) => (
  <>
    <TextField
      label={t.webhooks.address}
      hint={t.webhooks.addressHint}
      type="url"
      required
      autoFocus
      placeholder="https://hooks.example.com/footnote"
      value={draft.url}
      onValue={(url) => onDraft({ ...draft, url })}
    />
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-[550]">{t.webhooks.what}</legend>
      {EVENTS.map((event) => (
        <CheckField
          key={event}
          label={t.webhooks.events[event]}
          hint={t.webhooks.eventHints[event]}
          isOn={draft.events.includes(event)}
          onChange={(isOn) =>
            onDraft({
              ...draft,
              events: EVENTS.filter((one) => (one === event ? isOn : draft.events.includes(one))),
            })
          }
        />
      ))}
      {draft.events.length === 0 && (
        <p role="status" className="text-xs text-danger">
          {t.webhooks.chooseOne}
        </p>
      )}
    </fieldset>
  </>
)
