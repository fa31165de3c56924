import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { evaluationsKey, setsQuery } from '../../api/evaluation-queries.ts'
import { useChange } from '../../api/use-change.ts'
import { includesRole, useRole } from '../../session/role.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Select } from '../../ui/field.tsx'
import { t } from './texts.ts'

/** Makes a reader's question part of a question set. Nothing where there is none. */
export function AddToSet({ messageId }: { messageId: string }) {
  const { knowledgeBaseId } = useScope()
  const isEditor = includesRole(useRole(), 'editor')
  const { data } = useQuery({ ...setsQuery(knowledgeBaseId), enabled: isEditor })
  const [setId, setSetId] = useState('')
  const add = useChange({
    run: () =>
      admin().questionSets.addQuestions(knowledgeBaseId, setId, { message_ids: [messageId] }),
    refreshes: [evaluationsKey(knowledgeBaseId)],
    said: t.questions.addedToSet,
  })
  const sets = data?.question_sets ?? []
  if (!isEditor || sets.length === 0) return null
  return (
    <div className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
      <Select
        label={t.questions.addToSet}
        value={setId}
        options={[
          ['', t.questions.chooseSet] as const,
          ...sets.map(({ id, name }) => [id, name] as const),
        ]}
        onValue={setSetId}
      />
      <Button disabled={setId === ''} isBusy={add.isPending} onClick={() => add.mutate()}>
        {t.questions.add}
      </Button>
      {add.error !== null && <ErrorNotice error={add.error} />}
    </div>
  )
}
