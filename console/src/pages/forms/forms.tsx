import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { widgetsQuery } from '../../api/queries.ts'
import { EditablePage } from '../../session/editable-page.tsx'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Card } from '../../ui/card.tsx'
import { Code } from '../../ui/copy.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { NeedsKey } from '../widgets/needs-key.tsx'
import { PreviewFrame } from '../widgets/preview-frame.tsx'
import { NO_KEY } from '../widgets/snippets.ts'
import { useMadeKey } from '../widgets/use-made-key.ts'
import { formSnippet } from './form-snippet.ts'

/** Finds the form on the preview page. */
const PREVIEW_SELECTOR = '#support'

/** Answers before a support form is sent: which form, what to paste, and the real thing to try. */
export function Forms() {
  const { knowledgeBaseId } = useScope()
  const { data } = useQuery(widgetsQuery(knowledgeBaseId))
  const [selector, setSelector] = useState('form.contact')
  const [subject, setSubject] = useState('')
  const [description, setDescription] = useState('')
  const [widgetId, setWidgetId] = useState('')
  const widget = data?.widgets.find(({ id }) => id === widgetId)
  const key = useMadeKey({
    name: widget ? t.forms.keyOfWidget(widget.name) : t.forms.keyName,
    origins: widget?.allowed_origins ?? null,
  })
  const preview = useMemo(() => ({ mode: 'floating', formSelector: PREVIEW_SELECTOR }), [])
  const text = formSnippet({
    origin: location.origin,
    clientKey: key.clientKey ?? NO_KEY,
    knowledgeBaseId,
    widgetId,
    selector,
    subject,
    description,
  })
  return (
    <EditablePage need="admin" title={t.forms.title}>
      <p className="-mt-3 max-w-3xl text-ink-2">{t.forms.lead}</p>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <Card title={t.forms.form}>
            <div className="flex flex-col gap-4">
              <TextField
                label={t.forms.selector}
                hint={t.forms.selectorHint}
                value={selector}
                onValue={setSelector}
              />
              <TextField
                label={t.forms.subject}
                hint={t.forms.subjectHint}
                value={subject}
                onValue={setSubject}
              />
              <TextField
                label={t.forms.description}
                hint={t.forms.descriptionHint}
                value={description}
                onValue={setDescription}
              />
              <Select
                label={t.forms.widget}
                hint={t.forms.widgetHint}
                value={widgetId}
                options={[
                  ['', t.forms.noWidget],
                  ...(data?.widgets ?? []).map(({ id, name }) => [id, name] as const),
                ]}
                onValue={setWidgetId}
              />
            </div>
          </Card>
          <Card title={t.forms.snippet}>
            <div className="flex flex-col gap-3">
              <p className="text-ink-2">{t.forms.snippetLead}</p>
              <Code label={t.forms.html} text={text} />
              {key.clientKey === undefined && (
                <NeedsKey made={key} text={t.forms.needsKey} action={t.forms.makeKey} />
              )}
            </div>
          </Card>
        </div>
        <Card title={t.forms.preview}>
          <PreviewFrame options={preview} theme="light" widthPx={null} />
          <p className="mt-2 text-xs text-ink-3">{t.forms.previewNote}</p>
        </Card>
      </div>
    </EditablePage>
  )
}
