import type { Citation } from '@footnote/client'
import { mergeSources } from '../../../widget/src/answer/merge-sources.ts'
import { t } from '../texts.ts'

/** The rule, and the pages that the answer cites. */
export function SourcesList({ citations }: { citations: readonly Citation[] }) {
  if (citations.length === 0) return null
  return (
    <section aria-label={t.nav.sources}>
      <div className="mb-2 h-0.5 w-14 bg-ink" />
      <ol className="flex flex-col gap-2">
        {mergeSources(citations).map(({ indexes, citation: { title, url, heading_path } }) => (
          <li key={indexes[0]} className="grid grid-cols-[minmax(20px,auto)_1fr] gap-1">
            <span className="text-xs font-semibold text-accent tabular-nums">
              {indexes.join(', ')}
            </span>
            <span>
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                className="underline decoration-edge underline-offset-3"
              >
                {title}
              </a>
              <span className="block text-xs text-ink-3">{heading_path.join(' › ')}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
