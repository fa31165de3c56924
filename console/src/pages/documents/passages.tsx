import type { DocumentPassage } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { passagesQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Card } from '../../ui/card.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'

/** The page as retrieval sees it. */
export function Passages({ documentId }: { documentId: string }) {
  const { knowledgeBaseId } = useScope()
  const query = useQuery(passagesQuery(knowledgeBaseId, documentId))
  return (
    <Card title={t.pages.passages} isFlush>
      <QueryView query={query} lines={10}>
        {({ passages }) =>
          passages.length === 0 ? (
            <Empty title={t.pages.noPassages} reason={t.pages.noPassagesReason} />
          ) : (
            <ol>
              {passages.map((passage) => (
                <Passage key={passage.id} passage={passage} />
              ))}
            </ol>
          )
        }
      </QueryView>
    </Card>
  )
}

const Passage = ({ passage }: { passage: DocumentPassage }) => (
  <li className="border-t border-line px-[18px] py-3">
    <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
      <h3 className="font-semibold">
        <span className="mr-2 text-xs text-accent tabular-nums">{passage.index + 1}</span>
        {passage.heading_path.join(' › ')}
      </h3>
      <span className="flex items-center gap-2 text-xs text-ink-3">
        {passage.anchor !== null && <code className="font-mono">#{passage.anchor}</code>}
        {t.pages.terms(passage.terms)}
        {!passage.has_vector && <Pill tone="warn">{t.pages.noVector}</Pill>}
      </span>
    </div>
    <p className="whitespace-pre-wrap text-ink-2">{passage.content}</p>
    <details className="mt-2">
      <summary className="text-xs text-ink-3">{t.pages.searchedText}</summary>
      <p className="mt-1 rounded-card bg-sunken px-3 py-2 font-mono text-xs whitespace-pre-wrap">
        {passage.searched_text}
      </p>
    </details>
  </li>
)
