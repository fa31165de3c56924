import type { QuestionSetWithItems, SetQuestion } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { evaluationsKey, setQuery } from '../../api/evaluation-queries.ts'
import { useChange } from '../../api/use-change.ts'
import { includesRole, useRole } from '../../session/role.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { EditQuestion } from './edit-question.tsx'
import { useQuestionSource } from './question-source.tsx'
import { t } from './texts.ts'

type SetDetailsProps = { setId: string; onClose: () => void }

/** The questions of a set with what is expected, and a way to add more. */
export function SetDetails({ setId, onClose }: SetDetailsProps) {
  const { knowledgeBaseId } = useScope()
  const query = useQuery(setQuery(knowledgeBaseId, setId))
  const isEditor = includesRole(useRole(), 'editor')
  const [edited, setEdited] = useState<SetQuestion | 'new' | null>(null)
  return (
    <Dialog title={query.data?.name ?? t.evaluations.set} onClose={onClose} isWide>
      <QueryView query={query} lines={10}>
        {(set) => (
          <div className="flex flex-col gap-5">
            {set.items.length === 0 ? (
              <Empty title={t.evaluations.setEmpty} reason={t.evaluations.setEmptyReason} />
            ) : (
              <ol className="flex max-h-96 flex-col overflow-y-auto" tabIndex={-1}>
                {set.items.map((item) => (
                  <li
                    key={item.question}
                    className="flex items-start justify-between gap-3 border-t border-line py-2 first:border-t-0"
                  >
                    <div className="min-w-0">
                      <p dir="auto">{item.question}</p>
                      <p className="text-xs text-ink-3 [overflow-wrap:anywhere]">
                        {toExpectation(item)}
                      </p>
                    </div>
                    {isEditor && (
                      <Button
                        kind="quiet"
                        aria-label={t.evaluations.edit(item.question)}
                        onClick={() => setEdited(item)}
                      >
                        {t.evaluations.editIt}
                      </Button>
                    )}
                  </li>
                ))}
              </ol>
            )}
            {isEditor && (
              <div>
                <Button onClick={() => setEdited('new')}>{t.evaluations.newQuestion}</Button>
              </div>
            )}
            {isEditor && <Change set={set} onDeleted={onClose} />}
          </div>
        )}
      </QueryView>
      {edited !== null && (
        <EditQuestion
          setId={setId}
          item={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Dialog>
  )
}

export function toExpectation({
  expect,
  expected_pages,
  must_say,
}: Omit<SetQuestion, 'from_message_id'>): string {
  if (expect === 'refuse') return t.evaluations.mustRefuse
  const phrases = must_say.map((phrase) => `“${phrase}”`).join(', ')
  const parts = [...expected_pages, ...(phrases === '' ? [] : [t.evaluations.says(phrases)])]
  return parts.length === 0 ? t.evaluations.anyAnswer : parts.join(' · ')
}

function Change({ set, onDeleted }: { set: QuestionSetWithItems; onDeleted: () => void }) {
  const { knowledgeBaseId } = useScope()
  const [isDeleting, setIsDeleting] = useState(false)
  const source = useQuestionSource(['generate', 'file'])
  const refreshes = [evaluationsKey(knowledgeBaseId)]
  const add = useChange({
    run: async () => {
      const questions = await source.read()
      if (questions) await admin().questionSets.addQuestions(knowledgeBaseId, set.id, questions)
    },
    refreshes,
    said: t.evaluations.added,
  })
  const remove = useChange({
    run: () => admin().questionSets.remove(knowledgeBaseId, set.id),
    refreshes,
    said: t.evaluations.deleted,
    onDone: onDeleted,
  })
  return (
    <section className="border-t border-line pt-4">
      <h3 className="mb-3 font-semibold">{t.evaluations.addFrom}</h3>
      <Form
        onSubmit={() => add.mutate()}
        error={add.error ?? remove.error}
        actions={
          <div className="flex flex-wrap justify-between gap-2">
            <Button type="submit" isBusy={add.isPending}>
              {t.evaluations.add}
            </Button>
            <Button kind="quiet" onClick={() => setIsDeleting(true)}>
              {t.evaluations.deleteSet}
            </Button>
          </div>
        }
      >
        <div className="grid gap-3 sm:grid-cols-2">{source.fields}</div>
      </Form>
      {isDeleting && (
        <ConfirmDialog
          title={t.evaluations.deleteSet}
          effect={t.evaluations.deleteEffect}
          name={set.name}
          action={t.common.delete}
          change={remove}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </section>
  )
}
