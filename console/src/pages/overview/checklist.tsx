import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { knowledgeBaseQuery, sourcesQuery, summaryQuery, widgetsQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useLiveSources } from '../sources/use-live-sync.ts'
import { hasDone, markDone } from './setup-progress.ts'

const BASE = '/w/$workspaceId/kb/$knowledgeBaseId'

type Step = {
  title: string
  text: string
  isDone: boolean
  action?: (className: string) => ReactNode
}

/** From an empty knowledge base to a widget on a page. Gone once all is done, or hidden. */
export function Checklist() {
  const { knowledgeBaseId } = useScope()
  const [isHidden, setIsHidden] = useState(() => hasDone(knowledgeBaseId, 'hidden'))
  const steps = useSteps()
  if (!steps || isHidden) return null
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <Card title={t.setup.title} note={t.setup.progress(done, steps.length)}>
      <p className="mb-3 text-ink-2">{t.setup.lead}</p>
      <ol>
        {steps.map((step, at) => (
          <li
            key={step.title}
            className="grid grid-cols-[28px_minmax(0,1fr)] items-start gap-x-2 border-t border-line py-3 sm:grid-cols-[28px_minmax(0,1fr)_auto]"
          >
            <StepNumber number={at + 1} isDone={step.isDone} isNext={at === next} />
            <div>
              <p className="font-semibold">{step.title}</p>
              <p className="text-ink-2">{step.text}</p>
            </div>
            {!step.isDone && (
              <div className="col-start-2 mt-2 sm:col-start-3 sm:mt-0">
                {step.action?.(buttonClass(at === next ? 'primary' : 'default'))}
              </div>
            )}
          </li>
        ))}
      </ol>
      <div className="border-t border-line pt-3">
        <Button
          kind="quiet"
          className="-ml-3"
          onClick={() => {
            markDone(knowledgeBaseId, 'hidden')
            setIsHidden(true)
          }}
        >
          {t.setup.hide}
        </Button>
      </div>
    </Card>
  )
}

function StepNumber({
  number,
  isDone,
  isNext,
}: {
  number: number
  isDone: boolean
  isNext: boolean
}) {
  const look = isDone
    ? 'bg-ok-tint text-ok'
    : isNext
      ? 'bg-accent text-on-accent'
      : 'text-ink-2 ring-1 ring-edge ring-inset'
  return (
    <span className={`grid size-5 place-items-center rounded-chip text-xs font-semibold ${look}`}>
      <span aria-hidden="true">{isDone ? '✓' : number}</span>
      {isDone && <span className="sr-only">{t.setup.done}</span>}
    </span>
  )
}

/** Undefined until all that they depend on is known, so that none jumps. */
function useSteps(): Step[] | undefined {
  const scope = useScope()
  const { knowledgeBaseId } = scope
  const { data: base } = useQuery(knowledgeBaseQuery(knowledgeBaseId))
  const { data: sources } = useQuery(sourcesQuery(knowledgeBaseId))
  const isReading = sources?.sources.some(({ type }) => type !== 'api') ?? false
  useLiveSources(sources?.sources ?? [])
  const { data: summary } = useQuery(summaryQuery(knowledgeBaseId))
  const { data: widgets } = useQuery(widgetsQuery(knowledgeBaseId))
  if (!base || !summary || !sources || !widgets) return undefined
  const [widget] = widgets.widgets
  const hasPages = summary.indexed > 0
  const link = (to: string, text: string, search?: object) => (className: string) => (
    <Link to={to} params={scope} {...(search ? { search } : {})} className={className}>
      {text}
    </Link>
  )
  return [
    { title: t.setup.name, text: t.setup.nameDone(base.name), isDone: true },
    {
      title: t.setup.connect,
      text: hasPages
        ? t.setup.connectDone(summary.indexed)
        : isReading
          ? t.setup.syncing
          : t.setup.connectLead,
      isDone: hasPages,
      action: isReading
        ? link(`${BASE}/sources`, t.nav.sources)
        : link(`${BASE}/sources`, t.setup.connectAction, { connect: true }),
    },
    {
      title: t.setup.ask,
      text: hasDone(knowledgeBaseId, 'asked')
        ? t.setup.askDone
        : hasPages
          ? t.setup.askLead
          : t.setup.askWait,
      isDone: hasDone(knowledgeBaseId, 'asked'),
      ...(hasPages ? { action: link(`${BASE}/playground`, t.setup.askAction) } : {}),
    },
    {
      title: t.setup.widget,
      text: widget ? t.setup.widgetDone(widget.name) : t.setup.widgetLead,
      isDone: widget !== undefined,
      action: link(`${BASE}/widgets`, t.setup.widgetAction),
    },
    {
      title: t.setup.snippet,
      text: t.setup.snippetLead,
      isDone: hasDone(knowledgeBaseId, 'copied'),
      ...(widget
        ? {
            action: (className: string) => (
              <Link
                to={`${BASE}/widgets/$widgetId`}
                params={{ ...scope, widgetId: widget.id }}
                className={className}
              >
                {t.setup.snippetAction}
              </Link>
            ),
          }
        : {}),
    },
  ]
}
