import { AnswerText } from '../../answer/answer-text.tsx'
import { SourcesList } from '../../answer/sources-list.tsx'
import { VerifiedNote } from '../../answer/verified-note.tsx'
import { wasQuoted } from '../../answer/was-quoted.ts'
import { t } from './texts.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import type { Turn } from './use-playground.ts'

/** One question with its answer. */
export function TurnView({ turn, onRetry }: { turn: Turn; onRetry: () => void }) {
  const { question, text, citations, status, error, trace } = turn
  const isSettled = status === 'done'
  const isQuoted = trace !== null && wasQuoted(trace)
  const dropped = trace?.dropped_citations.length ?? 0
  return (
    <article className="flex flex-col gap-3" aria-busy={status === 'running'}>
      <h2 className="text-[1.0625rem]/6 font-[650]">{question}</h2>
      {text === '' && status === 'running' && (
        <p role="status" className="text-ink-3">
          {t.playground.searching}
        </p>
      )}
      {text !== '' && (
        <AnswerText text={text} citations={citations} isSettled={isSettled} isQuoted={isQuoted} />
      )}
      {trace && <VerifiedNote trace={trace} verifiedAt={turn.verifiedAt} />}
      {isSettled && <SourcesList citations={citations} />}
      {dropped > 0 && <p className="text-xs text-ink-3">{t.playground.dropped(dropped)}</p>}
      {status === 'stopped' && <p className="text-ink-3">{t.playground.stopped}</p>}
      {status === 'failed' && <ErrorNotice error={error} onRetry={onRetry} />}
    </article>
  )
}
