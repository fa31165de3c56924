import { useQuery } from '@tanstack/react-query'
import { contentQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Card } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { t } from './texts.ts'

/** More would make the browser slow, and nobody reads it here. */
const MAX_SHOWN = 100_000

/** The page as it was written, to compare with its passages. */
export function PageText({ documentId }: { documentId: string }) {
  const { knowledgeBaseId } = useScope()
  const query = useQuery(contentQuery(knowledgeBaseId, documentId))
  return (
    <Card title={t.pages.text}>
      <QueryView query={query} lines={10}>
        {({ markdown }) => (
          <>
            {/* Where the passages are below it, it scrolls by itself, by keyboard too. */}
            <div
              role="group"
              aria-label={t.pages.text}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={0}
              className="max-lg:max-h-96 max-lg:overflow-y-auto"
            >
              <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap text-ink-2">
                {markdown.slice(0, MAX_SHOWN)}
              </p>
            </div>
            {markdown.length > MAX_SHOWN && (
              <p className="mt-3 text-xs text-ink-3">
                {t.pages.textCut(formatNumber(MAX_SHOWN), formatNumber(markdown.length))}
              </p>
            )}
          </>
        )}
      </QueryView>
    </Card>
  )
}
