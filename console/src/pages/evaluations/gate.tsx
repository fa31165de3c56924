import type { EvaluationGate, QuestionSet } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { evaluationsKey, gateQuery } from '../../api/evaluation-queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckField, Select, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { t } from './texts.ts'

const AT_LEAST = ['passed', 'recall', 'citation_precision', 'abstention'] as const
const AT_MOST = ['false_abstention'] as const
const SHARES = [...AT_LEAST, ...AT_MOST] as const
type Share = (typeof SHARES)[number]

type GateProps = { sets: readonly QuestionSet[] }

/** What a set must reach before a sync may delete pages, or searches move to another model. */
export function Gate({ sets }: GateProps) {
  const { knowledgeBaseId } = useScope()
  const query = useQuery(gateQuery(knowledgeBaseId))
  return (
    <Card title={t.evaluations.gate}>
      <p className="mb-4 text-ink-2">{t.evaluations.gateLead}</p>
      <QueryView query={query} lines={3}>
        {(gate) => <GateForm key={gate.updated_at} gate={gate} sets={sets} />}
      </QueryView>
    </Card>
  )
}

function GateForm({ gate, sets }: GateProps & { gate: EvaluationGate }) {
  const { knowledgeBaseId } = useScope()
  const [setId, setSetId] = useState(gate.set_id ?? '')
  const [isHolding, setIsHolding] = useState(gate.set_id === null || gate.hold_syncs)
  const [isHoldingModels, setIsHoldingModels] = useState(gate.hold_models)
  const [bounds, setBounds] = useState<Partial<Record<Share, string>>>(() => asTexts(gate))
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
  })
  const bound = (share: Share, label: string) => (
    <TextField
      key={share}
      label={label}
      inputMode="decimal"
      pattern="0|1|0?\.\d+|1\.0+"
      title={t.evaluations.shareHint}
      value={bounds[share] ?? ''}
      onValue={(text) => setBounds({ ...bounds, [share]: text })}
    />
  )
  return (
    <Form
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
          onValue={setSetId}
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
          <CheckField label={t.evaluations.holdSyncs} isOn={isHolding} onChange={setIsHolding} />
          <CheckField
            label={t.evaluations.holdModels}
            isOn={isHoldingModels}
            onChange={setIsHoldingModels}
          />
        </>
      )}
    </Form>
  )
}

const asTexts = ({ thresholds }: EvaluationGate): Partial<Record<Share, string>> =>
  Object.fromEntries(
    SHARES.flatMap((share) => {
      const value = thresholds[share]
      return value === undefined ? [] : [[share, String(value)]]
    }),
  )

/** Undefined is left out of what is sent. */
const asNumbers = (bounds: Partial<Record<Share, string>>): Partial<Record<Share, number>> =>
  Object.fromEntries(
    SHARES.map((share) => {
      const text = bounds[share]?.trim() ?? ''
      return [share, text === '' ? undefined : Number(text)]
    }),
  )
