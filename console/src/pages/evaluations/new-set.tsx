import { useState } from 'react'
import { evaluationsKey } from '../../api/evaluation-queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { useQuestionSource } from './question-source.tsx'
import { t } from './texts.ts'

export function NewSet({ onClose }: { onClose: () => void }) {
  const { knowledgeBaseId } = useScope()
  const [name, setName] = useState('')
  const source = useQuestionSource()
  const create = useChange({
    run: async () => {
      const questions = await source.read()
      const { id } = await admin().questionSets.create(knowledgeBaseId, { name })
      if (questions) await admin().questionSets.addQuestions(knowledgeBaseId, id, questions)
    },
    refreshes: [evaluationsKey(knowledgeBaseId)],
    said: t.evaluations.created,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t.evaluations.newSet}
      change={create}
      action={t.common.create}
      onClose={onClose}
    >
      <TextField
        label={t.common.name}
        required
        autoFocus
        maxLength={200}
        value={name}
        onValue={setName}
      />
      {source.fields}
    </FormDialog>
  )
}
