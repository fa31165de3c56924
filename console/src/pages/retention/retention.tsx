import type { Workspace } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { workspaceQuery } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { EditablePage } from '../../session/editable-page.tsx'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CheckField, Select, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { useFormValues } from '../../ui/use-form-values.ts'
import { EraseReader } from './erase-reader.tsx'

const KINDS = ['email', 'phone', 'card', 'key'] as const
const MODES = ['standard', 'zero'] as const
/** As the contract has it. */
const MAX_DAYS = 3650
const MIN_AUDIT_DAYS = 30
const ASKERS = ['plain', 'hashed', 'none'] as const

export function Retention() {
  const { workspaceId } = useScope()
  const query = useQuery(workspaceQuery(workspaceId))
  return (
    <EditablePage need="owner" place="workspace" title={t.retention.title}>
      <div className="flex max-w-2xl flex-col gap-4">
        <QueryView query={query} lines={8}>
          {(workspace) => <RetentionForm key={workspace.id} workspace={workspace} />}
        </QueryView>
        <EraseReader />
      </div>
    </EditablePage>
  )
}

function RetentionForm({ workspace }: { workspace: Workspace }) {
  const form = useFormValues({
    mode: workspace.retention,
    days: String(workspace.thread_retention_days ?? ''),
    redact: workspace.redact,
    askers: workspace.asker_storage,
    auditDays: String(workspace.audit_retention_days ?? ''),
  })
  const { mode, days, redact, askers, auditDays } = form.values
  const [isAsking, setIsAsking] = useState(false)
  const save = useChange({
    run: () =>
      admin().workspaces.change(workspace.id, {
        retention: mode,
        thread_retention_days: numberIn(days),
        redact,
        asker_storage: askers,
        audit_retention_days: numberIn(auditDays),
      }),
    refreshes: [['workspaces'], ['kb']],
    said: t.common.saved,
    onDone: () => {
      form.forget()
      setIsAsking(false)
    },
  })
  const erases = mode === 'zero' && workspace.retention !== 'zero'
  return (
    <>
      <Form
        form={form}
        onSubmit={() => (erases ? setIsAsking(true) : save.mutate())}
        error={isAsking ? null : save.error}
        actions={
          <div>
            <Button kind="primary" type="submit" isBusy={save.isPending}>
              {t.common.save}
            </Button>
          </div>
        }
      >
        <Card title={t.retention.conversations}>
          <div className="flex flex-col gap-4">
            <Select
              label={t.retention.mode}
              hint={t.retention.modeHints[mode]}
              value={mode}
              options={MODES.map((one) => [one, t.retention.modes[one]] as const)}
              onValue={(next) => form.set({ mode: next })}
            />
            {mode === 'standard' && (
              <TextField
                label={t.retention.days}
                hint={t.retention.daysHint}
                type="number"
                min={1}
                max={MAX_DAYS}
                value={days}
                onValue={(text) => form.set({ days: text })}
              />
            )}
          </div>
        </Card>
        {mode === 'standard' && (
          <Card title={t.retention.redaction}>
            <p className="mb-4 text-ink-2">{t.retention.redactionLead}</p>
            <div className="flex flex-col gap-3">
              {KINDS.map((kind) => (
                <CheckField
                  key={kind}
                  {...t.retention.kinds[kind]}
                  isOn={redact.includes(kind)}
                  onChange={(isOn) =>
                    form.set({
                      redact: KINDS.filter((one) => (one === kind ? isOn : redact.includes(one))),
                    })
                  }
                />
              ))}
            </div>
          </Card>
        )}
        {mode === 'standard' && (
          <Card title={t.retention.askers}>
            <Select
              label={t.retention.askerStorage}
              hint={t.retention.askerHints[askers]}
              value={askers}
              options={ASKERS.map((one) => [one, t.retention.askerModes[one]] as const)}
              onValue={(next) => form.set({ askers: next })}
            />
          </Card>
        )}
        <Card title={t.retention.audit}>
          <TextField
            label={t.retention.auditDays}
            hint={t.retention.auditDaysHint}
            type="number"
            min={MIN_AUDIT_DAYS}
            max={MAX_DAYS}
            value={auditDays}
            onValue={(text) => form.set({ auditDays: text })}
          />
        </Card>
      </Form>
      {isAsking && (
        <ConfirmDialog
          title={t.retention.zeroTitle}
          effect={t.retention.zeroEffect}
          action={t.retention.zeroAction}
          name={workspace.name}
          change={save}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

const numberIn = (text: string): number | null => (text.trim() === '' ? null : Number(text))
