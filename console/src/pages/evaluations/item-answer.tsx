import type { EvaluationItem } from '@footnote/client/admin'
import { Link } from '@tanstack/react-router'
import { AnswerText } from '../../answer/answer-text.tsx'
import { useScope } from '../../shell/knowledge-base.ts'
import { Pill } from '../../ui/pill.tsx'
import { t } from './texts.ts'

/** What was answered, from which pages, and whether that is as expected. */
export function ItemAnswer({ item }: { item: EvaluationItem }) {
  const scope = useScope()
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="flex flex-wrap gap-1.5">
        <Verdict item={item} />
        {item.outcome === 'refused' && <Pill>{t.evaluations.refused}</Pill>}
        {item.error_code !== null && <Pill>{t.evaluations.error(item.error_code)}</Pill>}
      </p>
      {item.answer !== null && (
        <div className="break-words text-ink-2">
          <AnswerText text={withoutMarkers(item.answer)} citations={[]} isSettled />
        </div>
      )}
      {item.citations.length > 0 && (
        <ul className="text-sm">
          {item.citations.map(({ document_id: documentId, title, url }) => (
            <li key={documentId}>
              <Link
                to="/w/$workspaceId/kb/$knowledgeBaseId/pages/$documentId"
                params={{ ...scope, documentId }}
                className="underline"
                dir="auto"
              >
                {title === '' ? url : title}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {item.missing_pages.length > 0 && (
        <p className="text-xs text-danger [overflow-wrap:anywhere]">
          {t.evaluations.missing(item.missing_pages.join(', '))}
        </p>
      )}
    </div>
  )
}

/** The pages are listed below: numbers would point at nothing. */
const withoutMarkers = (text: string): string => text.replaceAll(/\s?\[\d{1,3}\]/g, '')

export function Verdict({ item: { passed } }: { item: EvaluationItem }) {
  if (passed === null) return <Pill>{t.evaluations.waiting}</Pill>
  return passed ? (
    <Pill tone="ok">{t.evaluations.passed}</Pill>
  ) : (
    <Pill tone="bad">{t.evaluations.notPassed}</Pill>
  )
}
