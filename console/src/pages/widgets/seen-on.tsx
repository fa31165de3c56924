import type { Widget, WidgetOrigin } from '@footnote/client/admin'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { originsQuery } from '../../api/queries.ts'
import { useStream } from '../../api/use-stream.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatAge, formatNumber } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import { QueryView } from '../../ui/query-view.tsx'

type SeenOnProps = { widget: Widget; onAllow: (origin: string) => void }

/** Where pages loaded the widget, where they were refused, and where none has yet. */
export function SeenOn({ widget, onAllow }: SeenOnProps) {
  const { knowledgeBaseId } = useScope()
  const queries = useQueryClient()
  const seenOn = originsQuery(knowledgeBaseId, widget.id)
  const query = useQuery(seenOn)
  // Somebody who has just pasted the snippet waits for it to show.
  useStream({
    name: widget.id,
    open: (signal) => admin().widgets.followOrigins(knowledgeBaseId, widget.id, {}, { signal }),
    onEvent: ({ origins }) => queries.setQueryData(seenOn.queryKey, { origins }),
    isEndless: true,
  })
  return (
    <Card title={t.widgets.seen} isFlush>
      <QueryView query={query} lines={2}>
        {({ origins }) => {
          const seen = new Set(origins.map(({ origin }) => origin))
          const awaited = widget.allowed_origins.filter(
            (origin) => !seen.has(origin) && !origin.includes('*'),
          )
          if (origins.length + awaited.length === 0) {
            return <p className="px-[18px] pb-4 text-ink-2">{t.widgets.notSeen}</p>
          }
          return (
            <div role="status">
              <ul className="mt-2">
                {origins.map((one) => (
                  <Seen key={one.origin} seen={one} onAllow={onAllow} />
                ))}
                {awaited.map((origin) => (
                  <li key={origin} className="border-t border-line px-[18px] py-2">
                    {t.widgets.waiting(origin)}
                    <p className="text-xs text-ink-3">{t.widgets.waitingNote}</p>
                  </li>
                ))}
              </ul>
            </div>
          )
        }}
      </QueryView>
    </Card>
  )
}

function Seen({ seen, onAllow }: { seen: WidgetOrigin; onAllow: (origin: string) => void }) {
  const { origin, loads, refused, last_seen_at } = seen
  const age = formatAge(last_seen_at)
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-[18px] py-2">
      <div className="min-w-0">
        {origin}
        <p className="text-xs text-ink-3">
          {loads > 0 ? t.widgets.loads(loads, age) : t.widgets.refused(formatNumber(refused), age)}
        </p>
      </div>
      {loads > 0 ? (
        <Pill tone="ok">{t.widgets.seenPill}</Pill>
      ) : (
        <span className="flex items-center gap-2">
          <Pill tone="bad">{t.widgets.refusedPill}</Pill>
          <Button aria-label={t.widgets.allow(origin)} onClick={() => onAllow(origin)}>
            {t.widgets.allowShort}
          </Button>
        </span>
      )}
    </li>
  )
}
