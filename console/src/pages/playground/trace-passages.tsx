import type { PassageLookup } from '@footnote/client/admin'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { passageLookupQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import type { Tone } from '../../ui/pill.tsx'
import { Pill } from '../../ui/pill.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { ScoreBar } from '../../ui/score-bar.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import type { Trace, Turn } from './use-playground.ts'

type Candidate = Trace['candidates'][number]
type Cited = Pick<Turn, 'citations' | 'found'>

const TONES: Record<Candidate['outcome'], Tone> = {
  used: 'ok',
  not_relevant: 'neutral',
  beyond_top_k: 'neutral',
  beyond_prompt: 'neutral',
  not_covered: 'warn',
}
const COLUMNS = 5
const WIDE = 'hidden sm:table-cell'
/** Passages that are not relevant are many, and rarely of interest. */
const SHOWN_AT_FIRST = 12

/** What was found, how it scored, and what became of it. */
export function TracePassages({ turn, trace }: { turn: Cited; trace: Trace }) {
  const [openId, setOpenId] = useState<string | null>(null)
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? trace.candidates : trace.candidates.slice(0, SHOWN_AT_FIRST)
  const { knowledgeBaseId } = useScope()
  const passages = useQuery(
    passageLookupQuery(
      knowledgeBaseId,
      shown.map(({ chunk_id }) => chunk_id),
    ),
  )
  const firstBelow = trace.candidates.findIndex(({ outcome }) => outcome === 'not_relevant')
  return (
    <div className="pb-2">
      <p className="px-4 pt-3 sm:px-[18px]">
        {t.playground.searchedFor}{' '}
        {(trace.search.searches ?? [trace.search.text]).map((search) => (
          <strong key={search} className="mr-1">
            “{search}”
          </strong>
        ))}
        <span className="text-ink-2">
          {' · '}
          {t.playground.rewrittenBy[trace.search.rewritten_by]}
          {trace.answerability &&
            ` · ${t.playground.answerability(
              trace.answerability.probability.toFixed(2),
              trace.answerability.threshold.toFixed(2),
            )}`}
          {trace.search.typed !== undefined && ` · ${t.playground.typed(trace.search.typed)}`}
        </span>
      </p>
      {trace.search.synonyms && (
        <p className="px-4 pt-1 sm:px-[18px]">
          {t.playground.synonyms(
            trace.search.synonyms.map(({ words, means }) => `${words} → ${means}`).join(', '),
          )}
        </p>
      )}
      {trace.missing_words && (
        <p className="px-4 pt-1 sm:px-[18px]">
          {t.playground.missingWords(trace.missing_words.join(', '))}
        </p>
      )}
      {trace.declined_by !== null && (
        <p className="px-4 pt-1 text-warn sm:px-[18px]">
          {t.playground.declined[trace.declined_by]}
        </p>
      )}
      {shown.length === 0 ? (
        <p className="px-4 py-3 text-ink-2 sm:px-[18px]">
          {trace.verified_answer?.given === true
            ? t.playground.notSearched
            : t.playground.noPassages}
        </p>
      ) : (
        <Table label={t.playground.tabs.passages}>
          <thead>
            <tr>
              <Th>{t.playground.passage}</Th>
              <Th>{t.playground.relevance}</Th>
              <Th className={WIDE}>{t.playground.meaning}</Th>
              <Th className={WIDE}>{t.playground.words}</Th>
              <Th>{t.playground.outcome}</Th>
            </tr>
          </thead>
          <tbody>
            {shown.map((candidate, at) => (
              <Fragment key={candidate.chunk_id}>
                {at === firstBelow && at > 0 && (
                  <tr>
                    <td
                      colSpan={COLUMNS}
                      className="border-t border-dashed border-edge px-4 py-1.5 text-xs text-ink-3 sm:px-[18px]"
                    >
                      {t.playground.belowFloor}
                    </td>
                  </tr>
                )}
                <CandidateRow
                  candidate={candidate}
                  name={getName(candidate, turn, passages.data)}
                  number={turn.citations.find((one) => one.chunk_id === candidate.chunk_id)?.index}
                  isPinned={trace.search.pinned_chunk_ids?.includes(candidate.chunk_id) ?? false}
                  isOpen={openId === candidate.chunk_id}
                  onToggle={() =>
                    setOpenId(openId === candidate.chunk_id ? null : candidate.chunk_id)
                  }
                />
                {openId === candidate.chunk_id && (
                  <PassageRow query={passages} id={candidate.chunk_id} />
                )}
              </Fragment>
            ))}
          </tbody>
        </Table>
      )}
      {!isWhole && trace.candidates.length > SHOWN_AT_FIRST && (
        <div className="border-t border-line p-3 text-center">
          <Button onClick={() => setIsWhole(true)}>
            {t.playground.showAll(formatNumber(trace.candidates.length))}
          </Button>
        </div>
      )}
    </div>
  )
}

type RowProps = {
  candidate: Candidate
  name: string
  number: number | undefined
  isPinned: boolean
  isOpen: boolean
  onToggle: () => void
}

const CandidateRow = ({ candidate, name, number, isPinned, isOpen, onToggle }: RowProps) => (
  <tr className={number === undefined ? '' : 'bg-tint'}>
    <Td>
      <RowButton aria-expanded={isOpen} onClick={onToggle}>
        {number !== undefined && (
          <span className="mr-2 text-xs font-semibold text-accent tabular-nums">{number}</span>
        )}
        {name}
      </RowButton>{' '}
      {isPinned && <Pill tone="neutral">{t.playground.pinned}</Pill>}
    </Td>
    <Td>
      <ScoreBar value={candidate.relevance} />
    </Td>
    <Td className={WIDE}>
      <ScoreBar value={candidate.vector_score} series={4} />
    </Td>
    <Td className={WIDE}>
      <ScoreBar value={candidate.text_score} series={4} />
    </Td>
    <Td className="whitespace-nowrap">
      <Pill tone={TONES[candidate.outcome]}>
        {number === undefined ? t.playground.outcomes[candidate.outcome] : t.playground.cited}
      </Pill>
    </Td>
  </tr>
)

type PassageRowProps = { query: UseQueryResult<PassageLookup>; id: string }

/** The passage's text, as the writer saw it. */
const PassageRow = ({ query, id }: PassageRowProps) => (
  <tr>
    <td colSpan={COLUMNS} className="px-4 pb-3 sm:px-[18px]">
      <QueryView query={query} lines={4}>
        {({ passages }) => (
          <p className="max-h-72 overflow-y-auto rounded-card bg-sunken px-3.5 py-3 whitespace-pre-wrap">
            {passages.find((one) => one.id === id)?.content ?? t.playground.replaced}
          </p>
        )}
      </QueryView>
    </td>
  </tr>
)

/** By its page and heading. Citations stay true when a passage has been replaced since. */
function getName({ chunk_id }: Candidate, turn: Cited, looked: PassageLookup | undefined): string {
  const named =
    [...turn.citations, ...turn.found].find((one) => one.chunk_id === chunk_id) ??
    looked?.passages.find(({ id }) => id === chunk_id)
  if (named) return [named.title, ...named.heading_path.slice(-1)].join(' › ')
  return looked ? t.playground.replacedName : '…'
}
