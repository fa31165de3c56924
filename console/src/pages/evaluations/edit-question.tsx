import type { SetQuestion } from '@footnote/client/admin'
import { useState } from 'react'
import { evaluationsKey } from '../../api/evaluation-queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select, TextArea } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { toLines } from '../../ui/lines.ts'
import { changedItems } from './changed-items.ts'
import { PagePicker } from './page-picker.tsx'
import { t } from './texts.ts'

const NEW: SetQuestion = {
  question: '',
  expect: 'answer',
  expected_pages: [],
  must_say: [],
  from_message_id: null,
}

type EditQuestionProps = {
  setId: string
  /** null: a new one. */
  item: SetQuestion | null
  onClose: () => void
}

/** One question of a set with what is expected of its answer. */
export function EditQuestion({ setId, item, onClose }: EditQuestionProps) {
  const { knowledgeBaseId } = useScope()
  const [edited, setEdited] = useState(item ?? NEW)
  const [phrases, setPhrases] = useState(edited.must_say.join('\n'))
  const isAnswered = edited.expect === 'answer'
  const set = (change: Partial<SetQuestion>) => setEdited({ ...edited, ...change })
  const change = useChange({
    // Starts from the set as it is now: somebody else may have changed another question.
    run: async (after: SetQuestion | null) => {
      const { questionSets } = admin()
      const { items } = await questionSets.get(knowledgeBaseId, setId)
      return questionSets.change(knowledgeBaseId, setId, {
        items: changedItems(items, item?.question ?? null, after),
      })
    },
    refreshes: [evaluationsKey(knowledgeBaseId)],
    said: t.evaluations.questionSaved,
    onDone: onClose,
  })
  const save = () =>
    change.mutate({
      ...edited,
      question: edited.question.trim(),
      ...(isAnswered ? { must_say: toLines(phrases) } : { expected_pages: [], must_say: [] }),
    })
  return (
    <Dialog
      title={item ? t.evaluations.editQuestion : t.evaluations.newQuestion}
      onClose={onClose}
      isWide
    >
      <Form
        onSubmit={save}
        error={change.error}
        actions={
          <div className="flex flex-wrap gap-2">
            <Button kind="primary" type="submit" isBusy={change.isPending}>
              {t.common.save}
            </Button>
            <Button onClick={onClose}>{t.common.cancel}</Button>
            {item && (
              <Button kind="quiet" className="ms-auto" onClick={() => change.mutate(null)}>
                {t.evaluations.removeQuestion}
              </Button>
            )}
          </div>
        }
      >
        <TextArea
          label={t.evaluations.question}
          value={edited.question}
          onValue={(question) => set({ question })}
          required
          maxLength={4000}
          dir="auto"
        />
        <Select
          label={t.evaluations.expected}
          value={edited.expect}
          options={[
            ['answer', t.evaluations.mustAnswer],
            ['refuse', t.evaluations.mustRefuse],
          ]}
          onValue={(expect) => set({ expect })}
        />
        {isAnswered && (
          <>
            <PagePicker
              urls={edited.expected_pages}
              onUrls={(urls) => set({ expected_pages: [...urls] })}
            />
            <TextArea
              label={t.evaluations.phrases}
              hint={t.evaluations.phrasesHint}
              value={phrases}
              onValue={setPhrases}
              dir="auto"
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}
