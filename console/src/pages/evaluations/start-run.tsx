import { useState } from 'react'
import { evaluationsKey } from '../../api/evaluation-queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { t } from './texts.ts'

export function StartRun({ setId, onClose }: { setId: string; onClose: () => void }) {
  const { knowledgeBaseId } = useScope()
  const [label, setLabel] = useState('')
  const [model, setModel] = useState('')
  const start = useChange({
    run: () =>
      admin().evaluations.start(knowledgeBaseId, {
        set_id: setId,
        label: label.trim(),
        model: model.trim() || null,
      }),
    refreshes: [evaluationsKey(knowledgeBaseId)],
    said: t.evaluations.started,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t.evaluations.run}
      change={start}
      action={t.evaluations.run}
      onClose={onClose}
    >
      <TextField
        label={t.evaluations.label}
        hint={t.evaluations.labelHint}
        autoFocus
        maxLength={200}
        value={label}
        onValue={setLabel}
      />
      <TextField
        label={t.evaluations.model}
        hint={t.evaluations.modelHint}
        maxLength={200}
        value={model}
        onValue={setModel}
      />
    </FormDialog>
  )
}
