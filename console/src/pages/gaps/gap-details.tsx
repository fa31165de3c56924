import type { Gap, GapInput, GapWithQuestions } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { gapQuery } from '../../api/gap-queries.ts'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { includesRole, useRole } from '../../session/role.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { formatAge } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { useFormValues } from '../../ui/use-form-values.ts'
import { REASONS } from '../questions/question-query.ts'
import { t } from './texts.ts'

const BASE = '/w/$workspaceId/kb/$knowledgeBaseId'

type GapDetailsProps = { gapId: string; others: readonly Gap[]; onClose: () => void }

/** One gap: what was asked, what comes close, and what to do with it. */
export function GapDetails({ gapId, others, onClose }: GapDetailsProps) {
  const { knowledgeBaseId } = useScope()
  const query = useQuery(gapQuery(knowledgeBaseId, gapId))
  const isEditor = includesRole(useRole(), 'editor')
  return (
    <Dialog title={query.data?.title ?? t.gaps.title} onClose={onClose} isWide>
      <QueryView query={query} lines={8}>
        {(gap) => (
          <div className="flex flex-col gap-5">
            {gap.covered_now && (
              <p>
                <Pill tone="ok">{t.gaps.coveredNow}</Pill> {t.gaps.coveredNowReason}
              </p>
            )}
            {gap.missing_words.length > 0 && (
              <p>{t.gaps.missingWords(gap.missing_words.join(', '))}</p>
            )}
            <Reasons gap={gap} />
            <Nearest gap={gap} />
            <Asked gap={gap} />
            {isEditor && <Change key={gap.id} gap={gap} others={others} onDone={onClose} />}
          </div>
        )}
      </QueryView>
    </Dialog>
  )
}

function Nearest({ gap }: { gap: Gap }) {
  const scope = useScope()
  return (
    <section>
      <h3 className="font-semibold">{t.gaps.nearest}</h3>
      {gap.nearest_pages.length === 0 ? (
        <p className="text-ink-2">{t.gaps.noNearest}</p>
      ) : (
        <ul>
          {gap.nearest_pages.map(({ document_id: documentId, title, url }) => (
            <li key={documentId}>
              <Link
                to={`${BASE}/pages/$documentId`}
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
    </section>
  )
}

type SaidProps = Pick<GapWithQuestions['messages'][number], 'reason' | 'comment'>

/** What the reader had to say about the answer. */
function Said({ reason, comment }: SaidProps) {
  const parts = [reason && t.gaps.reasons[reason], comment].filter(Boolean)
  return parts.length === 0 ? null : (
    <span className="block text-xs text-ink-3" dir="auto">
      {parts.join(': ')}
    </span>
  )
}

/** Why readers found the answers bad, the most frequent reason first. */
function Reasons({ gap: { reasons } }: { gap: Gap }) {
  const given = REASONS.filter((reason) => reasons[reason] > 0).toSorted(
    (a, b) => reasons[b] - reasons[a],
  )
  if (given.length === 0) return null
  const counted = given.map((reason) => `${t.gaps.reasons[reason]} (${reasons[reason]})`)
  return <p>{t.gaps.saidWhy(counted.join(', '))}</p>
}

function Asked({ gap }: { gap: GapWithQuestions }) {
  const scope = useScope()
  return (
    <section>
      <h3 className="font-semibold">{t.gaps.asked}</h3>
      <ul className="flex max-h-64 flex-col gap-1 overflow-y-auto">
        {gap.messages.map(({ message_id: open, question, reason, comment, created_at }) => (
          <li key={open} className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <Link
                to={`${BASE}/questions`}
                params={scope}
                search={{ open }}
                className="underline"
                dir="auto"
              >
                {question}
              </Link>
              <Said reason={reason} comment={comment} />
            </span>
            <span className="text-xs whitespace-nowrap text-ink-3">{formatAge(created_at)}</span>
          </li>
        ))}
      </ul>
      <Link
        to={`${BASE}/playground`}
        params={scope}
        search={{ q: gap.messages[0]?.question ?? gap.title }}
        className="mt-2 inline-block underline"
      >
        {t.gaps.try}
      </Link>
    </section>
  )
}

type ChangeProps = { gap: Gap; others: readonly Gap[]; onDone: () => void }

function Change({ gap, others, onDone }: ChangeProps) {
  const scope = useScope()
  const { knowledgeBaseId } = scope
  const form = useFormValues({ title: gap.title })
  const { title } = form.values
  const [into, setInto] = useState('')
  const change = useChange({
    run: (body: GapInput) => admin().gaps.change(knowledgeBaseId, gap.id, body),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'gaps', 'list')],
    said: t.gaps.saved,
    undo: ({ state }) =>
      state && (() => admin().gaps.change(knowledgeBaseId, gap.id, { state: gap.state })),
    onDone,
  })
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-4">
      {change.error !== null && <ErrorNotice error={change.error} />}
      <div className="flex flex-wrap gap-2">
        <Link
          to={`${BASE}/gaps/$gapId/draft`}
          params={{ ...scope, gapId: gap.id }}
          className={buttonClass(gap.state === 'open' ? 'primary' : 'default')}
        >
          {t.gaps.draft}
        </Link>
        <Link
          to={`${BASE}/verified-answers`}
          params={scope}
          search={{ gap: gap.id }}
          className={buttonClass()}
        >
          {t.gaps.verify}
        </Link>
        {gap.state === 'open' ? (
          <>
            <Button onClick={() => change.mutate({ state: 'resolved' })}>{t.gaps.resolve}</Button>
            <Button onClick={() => change.mutate({ state: 'ignored' })}>{t.gaps.ignore}</Button>
          </>
        ) : (
          <Button onClick={() => change.mutate({ state: 'open' })}>{t.gaps.reopen}</Button>
        )}
      </div>
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
        <TextField
          label={t.gaps.name}
          value={title}
          onValue={(text) => form.set({ title: text })}
          maxLength={500}
        />
        <Button onClick={() => change.mutate({ title: title.trim() || null })}>
          {t.common.save}
        </Button>
        {others.length > 0 && (
          <>
            <Select
              label={t.gaps.merge}
              value={into}
              options={[
                ['', t.gaps.mergeNone] as const,
                ...others.map((other) => [other.id, other.title] as const),
              ]}
              onValue={setInto}
            />
            <Button disabled={into === ''} onClick={() => change.mutate({ merge_into: into })}>
              {t.gaps.mergeDo}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}
