import type { Channel } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { channelPlacesQuery, knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckField, Select, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { useFormValues } from '../../ui/use-form-values.ts'
import { GroupChoice } from '../keys/group-choice.tsx'
import { t } from './texts.ts'

const UNASKED = ['propose', 'answer', 'ignore'] as const

/** Where it answers, from what, and how much. */
export function AnsweringForm({ channel }: { channel: Channel }) {
  const { knowledgeBaseId } = useScope()
  const form = useFormValues({ ...channel, perMinute: String(channel.questions_per_minute) })
  const { values: draft, set } = form
  const save = useChange({
    run: () =>
      admin().channels.change(knowledgeBaseId, channel.id, {
        name: draft.name,
        group_ids: draft.group_ids,
        places: draft.places,
        questions_per_minute: Number(draft.perMinute),
        unasked: draft.unasked,
        say_not_covered: draft.say_not_covered,
        enabled: draft.enabled,
      }),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'channels')],
    said: t.common.saved,
    onDone: form.forget,
  })
  return (
    <Card title={t.channels.answering}>
      <Form
        form={form}
        onSubmit={() => save.mutate()}
        error={save.error}
        actions={
          <div>
            <Button kind="primary" type="submit" isBusy={save.isPending}>
              {t.common.save}
            </Button>
          </div>
        }
      >
        <CheckField
          label={t.channels.enabled}
          hint={t.channels.enabledHint}
          isOn={draft.enabled}
          onChange={(enabled) => set({ enabled })}
        />
        <TextField
          label={t.channels.name}
          required
          maxLength={200}
          value={draft.name}
          onValue={(name) => set({ name })}
        />
        {channel.kind === 'github' && (
          <>
            <Select
              label={t.channels.unasked}
              hint={t.channels.unaskedHint}
              value={draft.unasked}
              options={UNASKED.map((each) => [each, t.channels.unaskedChoices[each]] as const)}
              onValue={(unasked) => set({ unasked })}
            />
            <CheckField
              label={t.channels.sayNotCovered}
              hint={t.channels.sayNotCoveredHint}
              isOn={draft.say_not_covered}
              onChange={(say_not_covered) => set({ say_not_covered })}
            />
          </>
        )}
        <GroupChoice
          groupIds={draft.group_ids}
          onGroupIds={(ids) => set({ group_ids: [...ids] })}
          hint={t.channels.groupsHint}
        />
        <PlaceChoice
          channel={channel}
          placeIds={draft.places}
          onPlaceIds={(ids) => set({ places: [...ids] })}
        />
        <TextField
          label={t.channels.perMinute}
          hint={t.channels.perMinuteHint}
          type="number"
          min={1}
          max={10_000}
          required
          value={draft.perMinute}
          onValue={(perMinute) => set({ perMinute })}
        />
      </Form>
    </Card>
  )
}

type PlaceChoiceProps = {
  channel: Channel
  placeIds: readonly string[]
  onPlaceIds: (placeIds: readonly string[]) => void
}

/** The product is asked for its channels only when somebody wants to choose some. */
function PlaceChoice({ channel, placeIds, onPlaceIds }: PlaceChoiceProps) {
  const { knowledgeBaseId } = useScope()
  const [isOpen, setIsOpen] = useState(false)
  const query = useQuery({
    ...channelPlacesQuery(knowledgeBaseId, channel.id),
    enabled: isOpen,
  })
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="font-[550]">{t.products[channel.kind].places}</legend>
      <p className="text-xs text-ink-3">{t.products[channel.kind].placesHint}</p>
      {placeIds.length > 0 && !isOpen && (
        <p className="text-ink-2">
          {t.channels.placeIds}: <code className="font-mono">{placeIds.join(', ')}</code>
        </p>
      )}
      {isOpen ? (
        <QueryView query={query} lines={3}>
          {({ places }) => (
            <div className="flex max-h-72 flex-col gap-1 overflow-y-auto">
              {places.map((place) => (
                <CheckField
                  key={place.place}
                  label={`${channel.kind === 'github' ? '' : '#'}${place.name}${place.is_private ? ` (${t.channels.private})` : ''}`}
                  {...(place.is_member ? {} : { hint: t.channels.notInvited })}
                  isOn={placeIds.includes(place.place)}
                  onChange={(isOn) =>
                    onPlaceIds(
                      isOn
                        ? [...placeIds, place.place]
                        : placeIds.filter((id) => id !== place.place),
                    )
                  }
                />
              ))}
            </div>
          )}
        </QueryView>
      ) : (
        channel.connection && (
          <div>
            <Button isChange onClick={() => setIsOpen(true)}>
              {t.channels.loadPlaces}
            </Button>
          </div>
        )
      )}
    </fieldset>
  )
}
