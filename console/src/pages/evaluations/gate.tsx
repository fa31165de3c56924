import type { EvaluationGate, QuestionSet } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { evaluationsKey, gateQuery } from '../../api/evaluation-queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckField, Select, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { useFormValues } from '../../ui/use-form-values.ts'
import { t } from './texts.ts'

const AT_LEAST = ['passed', 'recall', 'citation_precision', 'abstention'] as const
const AT_MOST = ['false_abstention'] as const
const SHARES = [...AT_LEAST, ...AT_MOST] as const
type Share = (typeof SHARES)[number]
type Bounds = Record<Share, string>
type Values = Bounds & { setId: string; isHolding: boolean; isHoldingModels: boolean }

type GateProps = { sets: readonly QuestionSet[] }

/** What a set must reach before a sync may delete pages, or searches move to another model. */
export function Gate({ sets }: GateProps) {
  const { knowledgeBaseId } = useScope()
  const query = useQuery(gateQuery(knowledgeBaseId))
  return (
    <Card title={t.evaluations.gate}>
      <p className="mb-4 text-ink-2">{t.evaluations.gateLead}</p>
      <QueryView query={query} lines={3}>
        {(gate) => <GateForm key={knowledgeBaseId} gate={gate} sets={sets} />}
      </QueryView>
    </Card>
  )
}

function GateForm({ gate, sets }: GateProps & { gate: EvaluationGate }) {
  const { knowledgeBaseId } = useScope()
  const form = useFormValues<Values>({
    setId: gate.set_id ?? '',
    isHolding: gate.set_id === null || gate.hold_syncs,
    isHoldingModels: gate.hold_models,
    ...asTexts(gate),
  })
  const { setId, isHolding, isHoldingModels, ...bounds } = form.values
  const save = useChange({
    run: () =>
      admin().evaluations.putGate(knowledgeBaseId, {
        set_id: setId === '' ? null : setId,
        thresholds: setId === '' ? {} : { ...gate.thresholds, ...asNumbers(bounds) },
        hold_syncs: setId !== '' && isHolding,
        hold_models: setId !== '' && isHoldingModels,
      }),
    refreshes: [evaluationsKey(knowledgeBaseId)],
    said: t.evaluations.gateSaved,
    onDone: form.forget,
  })
  const bound = (share: Share, label: string) => (
    <TextField
      key={share}
      label={label}
      inputMode="decimal"
      pattern="0|1|0?\.\d+|1\.0+"
      title={t.evaluations.shareHint}
      value={bounds[share]}
      onValue={(text) => form.set({ [share]: text })}
    />
  )
  return (
    <Form
      form={form}
      onSubmit={() => save.mutate()}
      error={save.error}
      actions={
        <div>
          <Button type="submit" isChange isBusy={save.isPending}>
            {t.common.save}
          </Button>
        </div>
      }
    >
      <div className="max-w-80">
        <Select
          label={t.evaluations.set}
          value={setId}
          options={[
            ['', t.evaluations.noGate] as const,
            ...sets.map(({ id, name }) => [id, name] as const),
          ]}
          onValue={(next) => form.set({ setId: next })}
        />
      </div>
      {setId !== '' && (
        <>
          <div className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-5">
            {AT_LEAST.map((share) =>
              bound(share, t.evaluations.atLeast(t.evaluations.figures[share])),
            )}
            {AT_MOST.map((share) =>
              bound(share, t.evaluations.atMost(t.evaluations.figures[share])),
            )}
          </div>
          <p className="-mt-2 text-xs text-ink-3">{t.evaluations.shareHint}</p>
          <CheckField
            label={t.evaluations.holdSyncs}
            isOn={isHolding}
            onChange={(isOn) => form.set({ isHolding: isOn })}
          />
          <CheckField
            label={t.evaluations.holdModels}
            isOn={isHoldingModels}
            onChange={(isOn) => form.set({ isHoldingModels: isOn })}
          />
        </>
      )}
    </Form>
  )
}

const asTexts = ({ thresholds }: EvaluationGate): Bounds => ({
  passed: String(thresholds.passed ?? ''),
  recall: String(thresholds.recall ?? ''),
  citation_precision: String(thresholds.citation_precision ?? ''),
  abstention: String(thresholds.abstention ?? ''),
  false_abstention: String(thresholds.false_abstention ?? ''),
})

/** Undefined is left out of what is sent. */
const asNumbers = (bounds: Bounds): Partial<Record<Share, number>> =>
  Object.fromEntries(
    SHARES.map((share) => {
      const text = bounds[share].trim()
      return [share, text === '' ? undefined : Number(text)]
    }),
  )
