import type { Limits } from '@footnote/client/admin'
import { workspaceKey } from '../../api/workspace-queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useFormValues } from '../../ui/use-form-values.ts'
import { t } from './texts.ts'

export function LimitsForm({ saved }: { saved: Limits }) {
  const { workspaceId } = useScope()
  const form = useFormValues({
    allowance: String(saved.monthly_question_allowance ?? ''),
    cap: String(saved.daily_cost_cap ?? ''),
    alerts: saved.alert_at_percent.join(', '),
  })
  const { allowance, cap, alerts } = form.values
  const save = useChange({
    run: async () =>
      admin().limits.put(workspaceId, {
        monthly_question_allowance: numberIn(allowance),
        daily_cost_cap: numberIn(cap),
        alert_at_percent: sharesIn(alerts),
      }),
    refreshes: [workspaceKey(workspaceId, 'limits'), ['usage', workspaceId], ['workspaces']],
    said: t.common.saved,
    onDone: form.forget,
  })
  return (
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
      <TextField
        label={t.limits.allowance}
        hint={t.limits.allowanceHint}
        type="number"
        min={0}
        step={1}
        value={allowance}
        onValue={(text) => form.set({ allowance: text })}
      />
      <TextField
        label={t.limits.cap(saved.currency === null ? '' : ` (${saved.currency})`)}
        hint={t.limits.capHint}
        type="number"
        min={0}
        step="any"
        value={cap}
        onValue={(text) => form.set({ cap: text })}
      />
      <TextField
        label={t.limits.alerts}
        hint={t.limits.alertsHint}
        inputMode="numeric"
        autoComplete="off"
        value={alerts}
        onValue={(text) => form.set({ alerts: text })}
      />
    </Form>
  )
}

const numberIn = (text: string): number | null => (text.trim() === '' ? null : Number(text))

function sharesIn(text: string): number[] {
  const shares = text.split(/[\s,%]+/).filter((share) => share !== '')
  const numbers = [...new Set(shares.map(Number))]
  if (numbers.some((share) => !Number.isInteger(share) || share < 1 || share > 99)) {
    throw new Error(t.limits.alertsWrong)
  }
  return numbers
}
