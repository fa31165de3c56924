import { t } from './texts.ts'
import { Card } from '../../ui/card.tsx'
import { CheckField, Select, TextArea, TextField } from '../../ui/field.tsx'
import { accentNote } from './accent-note.ts'
import type { WidgetDraft } from './widget-draft.ts'
import { MODES, POSITIONS, THEMES } from './widget-draft.ts'

/** The button grows with it. */
const MAX_LABEL_CHARACTERS = 40

type WidgetFormProps = { draft: WidgetDraft; onChange: (draft: WidgetDraft) => void }

export function WidgetForm({ draft, onChange }: WidgetFormProps) {
  const set = (change: Partial<WidgetDraft>) => onChange({ ...draft, ...change })
  return (
    <>
      <Card title={t.widgets.look}>
        <div className="flex flex-col gap-4">
          <TextField
            label={t.widgets.name}
            required
            maxLength={200}
            value={draft.name}
            onValue={(name) => set({ name })}
          />
          <Select
            label={t.widgets.mode}
            value={draft.mode}
            options={MODES.map((one) => [one, t.widgets.modes[one]] as const)}
            onValue={(mode) => set({ mode })}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Select
              label={t.widgets.theme}
              value={draft.theme}
              options={THEMES.map((one) => [one, t.widgets.themes[one]] as const)}
              onValue={(theme) => set({ theme })}
            />
            <Select
              label={t.widgets.position}
              value={draft.position}
              options={POSITIONS.map((one) => [one, t.widgets.positions[one]] as const)}
              onValue={(position) => set({ position })}
            />
            <TextField
              label={t.widgets.accent}
              placeholder="#0b5c63"
              pattern="#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})"
              title={t.widgets.accentFormat}
              hint={accentNote(draft.accent)}
              value={draft.accent}
              onValue={(accent) => set({ accent })}
            />
            <TextField
              label={t.widgets.product}
              maxLength={200}
              value={draft.productName}
              onValue={(productName) => set({ productName })}
            />
          </div>
          <TextField
            label={t.widgets.launcherLabel}
            hint={t.widgets.launcherLabelHint}
            maxLength={MAX_LABEL_CHARACTERS}
            value={draft.launcherLabel}
            onValue={(launcherLabel) => set({ launcherLabel })}
          />
          <TextField
            label={t.widgets.disclaimer}
            maxLength={500}
            value={draft.disclaimer}
            onValue={(disclaimer) => set({ disclaimer })}
          />
          <TextField
            label={t.widgets.support}
            hint={t.widgets.supportHint}
            type="url"
            placeholder="https://"
            value={draft.supportUrl}
            onValue={(supportUrl) => set({ supportUrl })}
          />
          <CheckField
            label={t.widgets.contact}
            hint={t.widgets.contactHint}
            isOn={draft.hasContact}
            onChange={(hasContact) => set({ hasContact })}
          />
          <TextArea
            label={t.widgets.voice}
            hint={t.widgets.voiceHint}
            maxLength={1000}
            value={draft.voice}
            onValue={(voice) => set({ voice })}
          />
        </div>
      </Card>
      <Card title={t.widgets.access}>
        <div className="flex flex-col gap-4">
          <CheckField
            label={t.widgets.enabled}
            hint={t.widgets.enabledHint}
            isOn={draft.isEnabled}
            onChange={(isEnabled) => set({ isEnabled })}
          />
          <TextArea
            label={t.widgets.origins}
            hint={t.widgets.originsHint}
            placeholder="https://docs.example.com"
            value={draft.origins}
            onValue={(origins) => set({ origins })}
          />
        </div>
      </Card>
    </>
  )
}
