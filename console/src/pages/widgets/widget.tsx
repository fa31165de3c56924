import type { Widget } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { knowledgeBaseKey, widgetQuery } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { EditablePage } from '../../session/editable-page.tsx'
import { DetailView } from '../../shell/detail-view.tsx'
import { useScope } from '../../shell/knowledge-base.ts'
import { ListLink } from '../../shell/list-link.tsx'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useFormValues } from '../../ui/use-form-values.ts'
import { PreviewFrame } from './preview-frame.tsx'
import { SeenOn } from './seen-on.tsx'
import { SnippetCard } from './snippet-card.tsx'
import { toDraft, toInput, toPreview } from './widget-draft.ts'
import { WidgetForm } from './widget-form.tsx'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/widgets/$widgetId'
const PHONE_PX = 390

export function WidgetPage() {
  const { knowledgeBaseId, widgetId } = useParams({ from: ROUTE })
  const query = useQuery(widgetQuery(knowledgeBaseId, widgetId))
  return (
    <DetailView query={query} lines={10} list="widgets" title={t.widgets.title}>
      {(widget) => <WidgetEditor key={widget.id} widget={widget} />}
    </DetailView>
  )
}

function WidgetEditor({ widget }: { widget: Widget }) {
  const scope = useScope()
  // Whoever has just created it wants to see it on a page first of all.
  const { created = false } = useSearch({ from: ROUTE })
  const form = useFormValues(useMemo(() => toDraft(widget), [widget]))
  const { values: draft } = form
  const save = useChange({
    run: () => admin().widgets.change(scope.knowledgeBaseId, widget.id, toInput(draft, widget)),
    refreshes: [knowledgeBaseKey(scope.knowledgeBaseId, 'widgets')],
    said: t.widgets.saved,
    onDone: form.forget,
  })
  return (
    <EditablePage
      need="admin"
      title={widget.name}
      above={<ListLink list="widgets" title={t.widgets.title} />}
    >
      {created && <SnippetCard widget={widget} />}
      <div className="grid gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Form
          form={form}
          onSubmit={() => save.mutate()}
          error={save.error}
          actions={
            <div className="flex flex-wrap justify-between gap-2">
              <Button kind="primary" type="submit" isBusy={save.isPending}>
                {t.common.save}
              </Button>
              <DeleteWidget widget={widget} />
            </div>
          }
        >
          <WidgetForm draft={draft} onChange={form.set} />
        </Form>
        <div className="min-w-0">
          <div className="xl:sticky xl:top-4">
            <Preview draft={draft} />
          </div>
        </div>
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        {!created && <SnippetCard widget={widget} />}
        <SeenOn
          widget={widget}
          onAllow={(origin) => form.set({ origins: `${draft.origins}\n${origin}`.trim() })}
        />
      </div>
    </EditablePage>
  )
}

function Preview({ draft }: { draft: ReturnType<typeof toDraft> }) {
  const [isPhone, setIsPhone] = useState(false)
  const [isDark, setIsDark] = useState(false)
  const options = useMemo(() => toPreview(draft), [draft])
  return (
    <Card
      title={t.widgets.preview}
      actions={
        <span className="flex flex-wrap gap-2">
          <Button aria-pressed={isPhone} onClick={() => setIsPhone(!isPhone)}>
            {isPhone ? t.widgets.previewDesktop : t.widgets.previewPhone}
          </Button>
          <Button aria-pressed={isDark} onClick={() => setIsDark(!isDark)}>
            {isDark ? t.widgets.themes.light : t.widgets.themes.dark}
          </Button>
        </span>
      }
    >
      <PreviewFrame
        options={options}
        theme={isDark ? 'dark' : 'light'}
        widthPx={isPhone ? PHONE_PX : null}
      />
      <p className="mt-2 text-xs text-ink-3">{t.widgets.previewNote}</p>
    </Card>
  )
}

function DeleteWidget({ widget }: { widget: Widget }) {
  const scope = useScope()
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useChange({
    run: () => admin().widgets.remove(scope.knowledgeBaseId, widget.id),
    refreshes: [],
    said: t.widgets.deleted,
    onDone: () =>
      void navigate({
        to: '/w/$workspaceId/kb/$knowledgeBaseId/widgets',
        params: scope,
        ignoreBlocker: true,
      }),
  })
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{t.widgets.delete}</Button>
      {isAsking && (
        <ConfirmDialog
          title={t.widgets.deleteTitle(widget.name)}
          effect={t.widgets.deleteEffect}
          action={t.widgets.delete}
          name={widget.name}
          change={remove}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
