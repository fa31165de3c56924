import type { Explanation } from '@footnote/client/admin'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextField } from '../../ui/field.tsx'
import { formatDateTime, formatNumber } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import { ScoreBar } from '../../ui/score-bar.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'

type Page = { documentId: string } | { url: string }

/** How one page ranks for a question, and what keeps it out of the answer. */
export function WhyNotFound({ question: given = '', ...page }: Page & { question?: string }) {
  const { knowledgeBaseId } = useScope()
  const [question, setQuestion] = useState(given)
  const explain = useMutation({
    mutationFn: () =>
      admin().knowledgeBases.explain(knowledgeBaseId, {
        query: question,
        ...('url' in page ? { url: page.url } : { document_id: page.documentId }),
      }),
  })
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2">{t.why.lead}</p>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          explain.mutate()
        }}
      >
        <div className="min-w-48 flex-1">
          <TextField label={t.why.question} required value={question} onValue={setQuestion} />
        </div>
        <Button type="submit" isBusy={explain.isPending}>
          {t.why.submit}
        </Button>
      </form>
      {explain.isError && <ErrorNotice error={explain.error} onRetry={() => explain.mutate()} />}
      <div aria-live="polite">{explain.data && <Verdict explanation={explain.data} />}</div>
    </div>
  )
}

function Verdict({ explanation }: { explanation: Explanation }) {
  const { verdict, place, results, floor, passages, missing_page } = explanation
  const { knowledgeBaseId } = useScope()
  const reasons = missing_page
    ? [describeMissing(missing_page, knowledgeBaseId)]
    : explanation.reasons
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <Pill tone={verdict === 'found' ? 'ok' : 'warn'}>{t.why.verdicts[verdict]}</Pill>
        {place !== null && <span>{t.why.place(formatNumber(place), formatNumber(results))}</span>}
        <span className="text-ink-3">{t.why.floor(floor.toFixed(2))}</span>
      </p>
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {passages.length > 0 && <PassageScores passages={passages} />}
    </div>
  )
}

function describeMissing(
  page: NonNullable<Explanation['missing_page']>,
  knowledgeBaseId: string,
): string {
  const { source_id, source_name, key, state, reason, deleted_at } = page
  if (deleted_at === null) return t.why.leftOut(source_name, state, reason)
  const command = `footnote sources restore ${source_id} ${key} --knowledge-base ${knowledgeBaseId}`
  return t.why.deleted(source_name, formatDateTime(deleted_at), command)
}

const PassageScores = ({ passages }: Pick<Explanation, 'passages'>) => (
  <div className="-mx-4 sm:-mx-[18px]">
    <Table label={t.why.passage}>
      <thead>
        <tr>
          <Th>{t.why.passage}</Th>
          <Th>{t.why.relevance}</Th>
          <Th>{t.why.meaning}</Th>
          <Th>{t.why.words}</Th>
          <Th isNumber>{t.why.rank}</Th>
        </tr>
      </thead>
      <tbody>
        {passages.map((passage) => (
          <tr key={passage.id}>
            <Td>
              {passage.heading_path.join(' › ')}
              <p className="line-clamp-2 text-xs text-ink-3">{passage.excerpt}</p>
            </Td>
            <Td>
              <ScoreBar value={passage.relevance} absent={t.why.noScore} />
            </Td>
            <Td>
              <ScoreBar value={passage.vector_score} series={4} />
            </Td>
            <Td>
              <ScoreBar value={passage.text_score} series={4} />
            </Td>
            <Td isNumber>{passage.place === null ? '–' : formatNumber(passage.place)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  </div>
)
