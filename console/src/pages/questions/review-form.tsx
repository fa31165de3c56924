import type { Message } from '@footnote/client/admin'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { includesRole, useRole } from '../../session/role.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, TextArea, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useFormValues } from '../../ui/use-form-values.ts'

/** What an operator makes of an answer. A viewer only reads it. */
export function ReviewForm({ message }: { message: Message }) {
  const { knowledgeBaseId } = useScope()
  const isEditor = includesRole(useRole(), 'editor')
  const form = useFormValues({
    reviewed: message.reviewed_at !== null,
    tags: message.tags.join(', '),
    note: message.note ?? '',
  })
  const { reviewed, tags, note } = form.values
  const save = useChange({
    run: () =>
      admin().messages.review(knowledgeBaseId, message.id, {
        reviewed,
        tags: tags
          .split(',')
          .map((tag) => tag.trim())
          .filter((tag) => tag !== ''),
        note: note.trim() || null,
      }),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'messages')],
    said: t.questions.saved,
    onDone: form.forget,
  })
  if (!isEditor) {
    return message.note === null ? null : <p className="text-ink-2">{message.note}</p>
  }
  return (
    <Form
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
      <CheckField
        label={t.questions.reviewed}
        isOn={reviewed}
        onChange={(isOn) => form.set({ reviewed: isOn })}
      />
      <TextField
        label={t.questions.tags}
        hint={t.questions.tagsHint}
        value={tags}
        onValue={(text) => form.set({ tags: text })}
        autoComplete="off"
      />
      <TextArea
        label={t.questions.note}
        hint={t.questions.noteHint}
        value={note}
        onValue={(text) => form.set({ note: text })}
        maxLength={2000}
      />
    </Form>
  )
}
