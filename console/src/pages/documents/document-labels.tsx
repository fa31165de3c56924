import type { Document } from '@footnote/client/admin'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { fromLabelLines, labelText, toLabelLines } from '../../ui/label-text.ts'
import { useFormValues } from '../../ui/use-form-values.ts'
import { t } from './texts.ts'

/** The labels of a page, each with where it comes from, and those that were given to it. */
export function DocumentLabels({ document }: { document: Document }) {
  const { knowledgeBaseId } = useScope()
  const { labels, labels_from } = document
  const given = Object.fromEntries(
    Object.entries(labels).filter(([name]) => labels_from[name] === 'given'),
  )
  const form = useFormValues({ lines: toLabelLines(given) })
  const { lines } = form.values
  const save = useChange({
    run: () =>
      admin().documents.change(knowledgeBaseId, document.id, { labels: fromLabelLines(lines) }),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'documents')],
    said: t.common.saved,
    undo: () => () => admin().documents.change(knowledgeBaseId, document.id, { labels: given }),
    onDone: form.forget,
  })
  return (
    <Card title={t.pages.labels}>
      <ul className="mb-4 flex flex-col gap-1.5 [overflow-wrap:anywhere]">
        {Object.entries(labels).map(([name, values]) => (
          <li key={name} className="flex justify-between gap-3">
            <span>{labelText({ [name]: values })}</span>
            <span className="text-ink-3">{t.pages.labelOrigins[labels_from[name] ?? 'rules']}</span>
          </li>
        ))}
        {Object.keys(labels).length === 0 && <li className="text-ink-2">{t.pages.noLabels}</li>}
      </ul>
      <Form
        form={form}
        onSubmit={() => save.mutate()}
        error={save.error}
        actions={
          <div>
            <Button kind="primary" type="submit" isBusy={save.isPending}>
              {t.pages.saveLabels}
            </Button>
          </div>
        }
      >
        <TextArea
          label={t.pages.givenLabels}
          hint={t.pages.givenLabelsHint}
          placeholder="version=2"
          value={lines}
          onValue={(next) => form.set({ lines: next })}
        />
      </Form>
    </Card>
  )
}
