import type { Widget } from '@footnote/client/admin'
import { useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Code } from '../../ui/copy.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Select } from '../../ui/field.tsx'
import { markDone } from '../overview/setup-progress.ts'
import type { SnippetKind } from './snippets.ts'
import { NO_KEY, snippet, SNIPPET_KINDS } from './snippets.ts'

/** Public keys are shown once, so a key made here is kept until the page is reloaded. */
const madeKeys = new Map<string, string>()

export function SnippetCard({ widget }: { widget: Widget }) {
  const { knowledgeBaseId } = useScope()
  const [kind, setKind] = useState<SnippetKind>('html')
  const [clientKey, setClientKey] = useState(madeKeys.get(widget.id))
  const make = useChange({
    run: () =>
      admin().keys.create(knowledgeBaseId, {
        name: t.widgets.keyOfWidget(widget.name),
        kind: 'public',
      }),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'keys')],
    said: t.widgets.keyMade,
    onDone: (key) => {
      if (key.client_key === undefined) return
      madeKeys.set(widget.id, key.client_key)
      setClientKey(key.client_key)
    },
  })
  const text = snippet(kind, {
    origin: location.origin,
    widgetId: widget.id,
    clientKey: clientKey ?? NO_KEY,
  })
  return (
    <Card title={t.widgets.snippet}>
      <div className="flex flex-col gap-3">
        <p className="text-ink-2">{t.widgets.snippetLead}</p>
        <div className="max-w-56">
          <Select
            label={t.widgets.snippet}
            isLabelHidden
            value={kind}
            options={SNIPPET_KINDS.map((one) => [one, t.widgets.kinds[one]] as const)}
            onValue={setKind}
          />
        </div>
        <Code
          label={t.widgets.kinds[kind]}
          text={text}
          onCopied={() => markDone(knowledgeBaseId, 'copied')}
        />
        {clientKey === undefined && (
          <div className="flex flex-col items-start gap-2 rounded-card bg-warn-tint px-4 py-3">
            <p>{t.widgets.needsKey}</p>
            {make.isError && <ErrorNotice error={make.error} />}
            <Button isChange isBusy={make.isPending} onClick={() => make.mutate()}>
              {t.widgets.makeKey}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
