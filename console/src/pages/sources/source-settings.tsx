import type { Source, SourceChange } from '@footnote/client/admin'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Select, TextArea, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { fromLines, toLines } from '../../ui/lines.ts'
import { useFormValues } from '../../ui/use-form-values.ts'
import { scheduleOptions } from './schedules.ts'

/** Its name, when it syncs, and which of its pages are read. */
export function SourceSettings({ source }: { source: Source }) {
  const { knowledgeBaseId } = useScope()
  const { settings } = source
  const rules = settings && 'include' in settings ? settings : null
  const form = useFormValues({
    name: source.name,
    schedule: source.schedule ?? '',
    include: fromLines(rules?.include ?? []),
    exclude: fromLines(rules?.exclude ?? []),
  })
  const { name, schedule, include, exclude } = form.values
  const save = useChange({
    run: () => {
      const change: SourceChange = { name, schedule: schedule === '' ? null : schedule }
      const patterns = { include: toLines(include), exclude: toLines(exclude) }
      return admin().sources.change(
        knowledgeBaseId,
        source.id,
        rules ? { ...change, settings: { ...rules, ...patterns } } : change,
      )
    },
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'sources')],
    said: t.common.saved,
    onDone: form.forget,
  })
  return (
    <Card title={t.sources.settings}>
      <Form
        form={form}
        onSubmit={() => save.mutate()}
        error={save.error}
        actions={
          <div className="flex flex-wrap justify-between gap-2">
            <Button kind="primary" type="submit" isBusy={save.isPending}>
              {t.common.save}
            </Button>
            <DeleteSource source={source} />
          </div>
        }
      >
        <TextField
          label={t.sources.form.name}
          required
          maxLength={200}
          value={name}
          onValue={(text) => form.set({ name: text })}
        />
        <Select
          label={t.sources.form.schedule}
          value={schedule}
          options={scheduleOptions(schedule)}
          onValue={(next) => form.set({ schedule: next })}
        />
        {rules && (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextArea
              label={t.sources.include}
              hint={t.sources.patternsHint}
              value={include}
              onValue={(text) => form.set({ include: text })}
            />
            <TextArea
              label={t.sources.exclude}
              hint={t.sources.patternsHint}
              value={exclude}
              onValue={(text) => form.set({ exclude: text })}
            />
          </div>
        )}
      </Form>
    </Card>
  )
}

function DeleteSource({ source }: { source: Source }) {
  const scope = useScope()
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useChange({
    run: () => admin().sources.remove(scope.knowledgeBaseId, source.id),
    refreshes: [],
    said: t.sources.deleted,
    onDone: () =>
      void navigate({
        to: '/w/$workspaceId/kb/$knowledgeBaseId/sources',
        params: scope,
        ignoreBlocker: true,
      }),
  })
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{t.sources.delete}</Button>
      {isAsking && (
        <ConfirmDialog
          title={t.sources.deleteTitle(source.name)}
          effect={t.sources.deleteEffect(source.documents)}
          action={t.sources.delete}
          name={source.name}
          change={remove}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
