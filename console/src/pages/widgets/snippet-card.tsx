import type { Widget } from '@footnote/client/admin'
import { useState } from 'react'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Card } from '../../ui/card.tsx'
import { Code } from '../../ui/copy.tsx'
import { Select } from '../../ui/field.tsx'
import { markDone } from '../overview/setup-progress.ts'
import type { SnippetKind } from './snippets.ts'
import { NeedsKey } from './needs-key.tsx'
import { NO_KEY, snippet, SNIPPET_KINDS } from './snippets.ts'
import { useMadeKey } from './use-made-key.ts'

export function SnippetCard({ widget }: { widget: Widget }) {
  const { knowledgeBaseId } = useScope()
  const [kind, setKind] = useState<SnippetKind>('html')
  const key = useMadeKey({
    name: t.widgets.keyOfWidget(widget.name),
    origins: widget.allowed_origins,
  })
  const text = snippet(kind, {
    origin: location.origin,
    widgetId: widget.id,
    clientKey: key.clientKey ?? NO_KEY,
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
          isNext={key.make.isSuccess}
        />
        {key.clientKey === undefined && (
          <NeedsKey made={key} text={t.widgets.needsKey} action={t.widgets.makeKey} />
        )}
      </div>
    </Card>
  )
}
