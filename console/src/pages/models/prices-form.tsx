import type { Prices } from '@footnote/client/admin'
import { workspaceKey } from '../../api/workspace-queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useFormValues } from '../../ui/use-form-values.ts'
import { t } from './texts.ts'

type Draft = { id: number; model: string; input: string; output: string }

/** One row for each price; models that wrote without one have a row to fill in. */
export function PricesForm({ saved }: { saved: Prices }) {
  const { workspaceId } = useScope()
  const form = useFormValues({
    currency: saved.prices[0]?.currency ?? 'USD',
    drafts: toDrafts(saved),
  })
  const { currency, drafts } = form.values
  const setDrafts = (next: Draft[]) => form.set({ drafts: next })
  const save = useChange({
    run: () => admin().prices.put(workspaceId, { prices: pricesIn(drafts, currency) }),
    refreshes: [workspaceKey(workspaceId), ['usage', workspaceId], ['kb']],
    said: t.models.pricesSaved,
    onDone: form.forget,
  })
  const change = (id: number, changed: Partial<Draft>) =>
    setDrafts(drafts.map((draft) => (draft.id === id ? { ...draft, ...changed } : draft)))
  const nextId = Math.max(0, ...drafts.map(({ id }) => id)) + 1
  return (
    <Form
      form={form}
      onSubmit={() => save.mutate()}
      error={save.error}
      actions={
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" type="submit" isBusy={save.isPending}>
            {t.models.savePrices}
          </Button>
          <Button
            isChange
            onClick={() => setDrafts([...drafts, { id: nextId, model: '', input: '', output: '' }])}
          >
            {t.models.addPrice}
          </Button>
        </div>
      }
    >
      {saved.models_without_price.length > 0 && (
        <p className="[overflow-wrap:anywhere] text-ink-2">
          {t.models.withoutPrice(saved.models_without_price.join(', '))}
        </p>
      )}
      <div className="max-w-40">
        <TextField
          label={t.models.currency}
          hint={t.models.currencyHint}
          required
          maxLength={3}
          autoComplete="off"
          value={currency}
          onValue={(text) => form.set({ currency: text.toUpperCase() })}
        />
      </div>
      {drafts.length === 0 && <p className="text-ink-2">{t.models.noPrices}</p>}
      {drafts.map((draft, index) => (
        <PriceRow
          key={draft.id}
          draft={draft}
          number={index + 1}
          onChange={(changed) => change(draft.id, changed)}
          onRemove={() => setDrafts(drafts.filter(({ id }) => id !== draft.id))}
        />
      ))}
    </Form>
  )
}

type PriceRowProps = {
  draft: Draft
  number: number
  onChange: (changed: Partial<Draft>) => void
  onRemove: () => void
}

const PriceRow = ({ draft, number, onChange, onRemove }: PriceRowProps) => (
  <fieldset className="grid min-w-0 grid-cols-2 items-end gap-3 border-t border-line pt-3 sm:grid-cols-[2fr_1fr_1fr_auto]">
    <legend className="sr-only">{draft.model || t.models.priceOf(number)}</legend>
    <div className="col-span-2 sm:col-span-1">
      <TextField
        label={t.models.pricedModel}
        required
        autoComplete="off"
        placeholder="openai/gpt-4.1-mini"
        value={draft.model}
        onValue={(model) => onChange({ model })}
      />
    </div>
    <TextField
      label={t.models.inputPrice}
      type="number"
      min={0}
      step="any"
      required
      value={draft.input}
      onValue={(input) => onChange({ input })}
    />
    <TextField
      label={t.models.outputPrice}
      type="number"
      min={0}
      step="any"
      required
      value={draft.output}
      onValue={(output) => onChange({ output })}
    />
    <Button isChange onClick={onRemove}>
      {t.models.removePrice}
    </Button>
  </fieldset>
)

const toDrafts = ({ prices, models_without_price: lacking }: Prices): Draft[] => [
  ...prices.map(({ model, input_per_million, output_per_million }, id) => ({
    id,
    model,
    input: String(input_per_million),
    output: String(output_per_million),
  })),
  ...lacking.map((model, index) => ({ id: prices.length + index, model, input: '', output: '' })),
]

const pricesIn = (drafts: readonly Draft[], currency: string): Prices['prices'] =>
  drafts.map(({ model, input, output }) => ({
    model: model.trim(),
    input_per_million: Number(input),
    output_per_million: Number(output),
    currency,
  }))
