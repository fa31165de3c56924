import type { Message, TracedMessage } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AnswerText } from '../../answer/answer-text.tsx'
import { SourcesList } from '../../answer/sources-list.tsx'
import { VerifiedNote } from '../../answer/verified-note.tsx'
import { wasQuoted } from '../../answer/was-quoted.ts'
import { pricesQuery } from '../../api/cost-queries.ts'
import { messageQuery, threadQuery } from '../../api/question-queries.ts'
import { includesRole, useRole } from '../../session/role.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDateTime, formatMoney } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Timings } from '../playground/timings.tsx'
import { TracePassages } from '../playground/trace-passages.tsx'
import { AddToSet } from './add-to-set.tsx'
import { ReviewForm } from './review-form.tsx'

type QuestionDetailsProps = {
  messageId: string
  /** Those of the list, in its order. */
  listed: readonly string[]
  onOpen: (id: string) => void
  onClose: () => void
}

/** One question with its answer, its conversation, how it was answered, and the review of it. */
export function QuestionDetails({ messageId, listed, onOpen, onClose }: QuestionDetailsProps) {
  const { knowledgeBaseId } = useScope()
  const query = useQuery(messageQuery(knowledgeBaseId, messageId))
  return (
    <Dialog title={query.data?.question ?? t.questions.title} onClose={onClose} isSheet>
      <Steps at={listed.indexOf(messageId)} listed={listed} onOpen={onOpen} />
      <QueryView query={query} lines={10}>
        {(message) => (
          <div className="flex flex-col gap-5">
            <Answer message={message} />
            <Facts message={message} />
            <FixLinks message={message} />
            <Conversation message={message} />
            <ReviewForm key={message.id} message={message} />
            <AddToSet key={`set ${message.id}`} messageId={message.id} />
            <Trace message={message} />
          </div>
        )}
      </QueryView>
    </Dialog>
  )
}

type StepsProps = Pick<QuestionDetailsProps, 'listed' | 'onOpen'> & { at: number }

/** To the questions beside it in the list, without closing this one. */
function Steps({ at, listed, onOpen }: StepsProps) {
  const [previous, next] = at < 0 ? [] : [listed[at - 1], listed[at + 1]]
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <Button disabled={previous === undefined} onClick={() => previous && onOpen(previous)}>
        {t.questions.previous}
      </Button>
      <Button disabled={next === undefined} onClick={() => next && onOpen(next)}>
        {t.questions.next}
      </Button>
    </div>
  )
}

const Answer = ({ message }: { message: TracedMessage }) => (
  <div className="flex flex-col gap-4">
    <AnswerText
      text={message.answer}
      citations={message.citations}
      isSettled
      isQuoted={wasQuoted(message.trace)}
    />
    <VerifiedNote trace={message.trace} />
    <SourcesList citations={message.citations} />
  </div>
)

/** An answer of the team is changed where it is; any other becomes one. */
function FixLinks({ message }: { message: TracedMessage }) {
  const isEditor = includesRole(useRole(), 'editor')
  const params = useScope()
  if (!isEditor || message.trace.verified_answer?.given === true) return null
  const { id } = message
  return (
    <div className="flex flex-wrap gap-2">
      <Link
        to="/w/$workspaceId/kb/$knowledgeBaseId/verified-answers"
        params={params}
        search={{ message: id }}
        className={buttonClass()}
      >
        {t.questions.verify}
      </Link>
      <Link
        to="/w/$workspaceId/kb/$knowledgeBaseId/search-rules"
        params={params}
        search={{ message: id, kind: 'synonym' }}
        className={buttonClass()}
      >
        {t.questions.synonym}
      </Link>
      <Link
        to="/w/$workspaceId/kb/$knowledgeBaseId/search-rules"
        params={params}
        search={{ message: id, kind: 'pin' }}
        className={buttonClass()}
      >
        {t.questions.pin}
      </Link>
    </div>
  )
}

const MODELS: Readonly<Record<string, string>> = t.questions.models

function Facts({ message }: { message: TracedMessage }) {
  const scope = useScope()
  const { data: prices } = useQuery(pricesQuery(scope.workspaceId))
  const currency = prices?.prices[0]?.currency ?? null
  const facts: [string, ReactNode][] = [
    [t.questions.asked, formatDateTime(message.created_at)],
    [t.questions.asker, message.asker],
    [t.questions.vote, message.vote && t.questions.votes[message.vote]],
    [t.questions.reason, message.reason && t.questions.reasons[message.reason]],
    [t.questions.comment, message.comment],
    [t.questions.page, message.page_url && <AskedOn key="page" page={message.page_url} />],
    [t.questions.language, message.language],
    [t.questions.model, message.model && (MODELS[message.model] ?? message.model)],
    [t.questions.cost, message.cost === null ? null : formatMoney(message.cost, currency)],
  ]
  return (
    <div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {facts.map(([label, value]) =>
          value === null ? null : (
            <div key={label} className="contents">
              <dt className="text-ink-3">{label}</dt>
              <dd className="[overflow-wrap:anywhere]">{value}</dd>
            </div>
          ),
        )}
      </dl>
      <Link
        to="/w/$workspaceId/kb/$knowledgeBaseId/playground"
        params={scope}
        search={{ q: message.question }}
        className="mt-2 inline-block underline"
      >
        {t.questions.ask}
      </Link>
    </div>
  )
}

/** The page, and what else was asked on it. */
const AskedOn = ({ page }: { page: string }) => (
  <>
    {page}{' '}
    <Link
      to="/w/$workspaceId/kb/$knowledgeBaseId/questions"
      params={useScope()}
      search={{ page }}
      className="underline"
    >
      {t.questions.samePage}
    </Link>
  </>
)

/** The other questions of the conversation, if there are any. */
function Conversation({ message }: { message: Message }) {
  const { knowledgeBaseId } = useScope()
  const { data } = useQuery(threadQuery(knowledgeBaseId, message.thread_id))
  if (!data || data.messages.length < 2) return null
  return (
    <details className="rounded-card border border-line px-4 py-3">
      <summary className="font-semibold">{t.questions.conversation(data.messages.length)}</summary>
      <ol className="mt-3 flex flex-col gap-4">
        {data.messages.map((each) => (
          <li key={each.id}>
            <p dir="auto" className={each.id === message.id ? 'font-semibold' : 'text-ink-2'}>
              {each.question}
            </p>
            <AnswerText text={each.answer} citations={each.citations} isSettled />
          </li>
        ))}
      </ol>
    </details>
  )
}

const Trace = ({ message }: { message: TracedMessage }) => (
  <details className="rounded-card border border-line">
    <summary className="px-4 py-3 font-semibold">{t.questions.trace}</summary>
    <TracePassages turn={{ citations: message.citations, found: [] }} trace={message.trace} />
    <Timings trace={message.trace} />
  </details>
)
