import type { VerifiedAnswer, VerifiedSource } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { gapQuery } from '../../api/gap-queries.ts'
import { knowledgeBaseKey, verifiedAnswersQuery } from '../../api/queries.ts'
import { messageQuery } from '../../api/question-queries.ts'
import { useChange } from '../../api/use-change.ts'
import { EditablePage } from '../../session/editable-page.tsx'
import { includesRole, useRole } from '../../session/role.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatDateTime } from '../../ui/format.ts'
import type { Tone } from '../../ui/pill.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import type { AnswerDraft } from './answer-draft.ts'
import { draftOf, draftOfGap, draftOfMessage, EMPTY_DRAFT } from './answer-draft.ts'
import { AnswerForm } from './answer-form.tsx'
import { t } from './texts.ts'

const route = getRouteApi('/w/$workspaceId/kb/$knowledgeBaseId/verified-answers')

type Open = { draft: AnswerDraft } | { deleting: VerifiedAnswer } | null

/** What the team has answered. The address may say what to begin with: an answer, a gap, or one of them. */
export function VerifiedAnswers() {
  const { knowledgeBaseId } = useScope()
  const query = useQuery(verifiedAnswersQuery(knowledgeBaseId))
  const navigate = route.useNavigate()
  const [open, setOpen] = useState<Open>(null)
  const linked = useLinkedDraft(query.data?.verified_answers)
  const isEditor = includesRole(useRole(), 'editor')
  const shown = open ?? (linked && isEditor ? { draft: linked } : null)
  const close = () => {
    setOpen(null)
    void navigate({ search: {}, replace: true })
  }
  const create = (
    <Button isChange kind="primary" onClick={() => setOpen({ draft: EMPTY_DRAFT })}>
      {t.page.create}
    </Button>
  )
  const isEmpty = query.data?.verified_answers.length === 0
  return (
    <EditablePage need="editor" title={t.page.title} actions={isEmpty ? null : create}>
      <p className="-mt-3 text-ink-2">{t.page.lead}</p>
      <Card isFlush>
        <QueryView query={query} lines={4}>
          {({ verified_answers: answers }) =>
            answers.length === 0 ? (
              <Empty title={t.page.empty} reason={t.page.emptyReason} action={create} />
            ) : (
              <AnswerTable answers={answers} onOpen={setOpen} />
            )
          }
        </QueryView>
      </Card>
      {shown && 'draft' in shown && <AnswerForm draft={shown.draft} onClose={close} />}
      {shown && 'deleting' in shown && <DeleteAnswer answer={shown.deleting} onClose={close} />}
    </EditablePage>
  )
}

function useLinkedDraft(answers: readonly VerifiedAnswer[] | undefined): AnswerDraft | null {
  const { knowledgeBaseId } = useScope()
  const { message = '', gap = '', open } = route.useSearch()
  const messages = useQuery({ ...messageQuery(knowledgeBaseId, message), enabled: message !== '' })
  const gaps = useQuery({ ...gapQuery(knowledgeBaseId, gap), enabled: gap !== '' })
  const opened = answers?.find(({ id }) => id === open)
  if (opened) return draftOf(opened)
  if (message !== '' && messages.data) return draftOfMessage(messages.data)
  return gap !== '' && gaps.data ? draftOfGap(gaps.data) : null
}

const TONES: Record<VerifiedAnswer['state'], Tone> = {
  given: 'ok',
  needs_review: 'warn',
  not_given: 'bad',
  expired: 'neutral',
}

type AnswerTableProps = { answers: readonly VerifiedAnswer[]; onOpen: (open: Open) => void }

const AnswerTable = ({ answers, onOpen }: AnswerTableProps) => (
  <Table label={t.page.title}>
    <thead>
      <tr>
        <Th>{t.page.question}</Th>
        <Th className="hidden md:table-cell">{t.page.verified}</Th>
        <Th>
          <span className="sr-only">{t.palette.actions}</span>
        </Th>
      </tr>
    </thead>
    <tbody>
      {answers.map((answer) => (
        <tr key={answer.id}>
          <Td>
            <span dir="auto" className="font-[550]">
              {answer.question}
            </span>{' '}
            <Pill tone={TONES[answer.state]}>{t.page.states[answer.state]}</Pill>
            <p className="text-xs [overflow-wrap:anywhere] text-ink-3" dir="auto">
              {answer.sources.map(nameOf).join(' · ')}
            </p>
            <Why sources={answer.sources} />
          </Td>
          <Td className="hidden whitespace-nowrap text-ink-2 md:table-cell">
            {formatDateTime(answer.verified_at)}
            {answer.expires_at !== null && (
              <p className="text-xs text-ink-3">{t.page.until(answer.expires_at.slice(0, 10))}</p>
            )}
          </Td>
          <Td className="sm:w-px">
            <div className="flex flex-wrap justify-end gap-2 sm:flex-nowrap">
              {answer.state === 'needs_review' && <Confirm answer={answer} />}
              <Button isChange onClick={() => onOpen({ draft: draftOf(answer) })}>
                {t.page.editOne}
              </Button>
              <Button isChange onClick={() => onOpen({ deleting: answer })}>
                {t.page.delete}
              </Button>
            </div>
          </Td>
        </tr>
      ))}
    </tbody>
  </Table>
)

const nameOf = ({ title, url }: VerifiedSource): string => (title === '' ? url : title)

/** What has become of its sources. */
const Why = ({ sources }: { sources: readonly VerifiedSource[] }) =>
  (['changed', 'gone', 'restricted'] as const).map((state) => {
    const names = sources.filter((source) => source.state === state).map(nameOf)
    return names.length === 0 ? null : (
      <p key={state} className="text-xs text-ink-2" dir="auto">
        {t.page[state](names.join(', '))}
      </p>
    )
  })

function Confirm({ answer: { id } }: { answer: VerifiedAnswer }) {
  const { knowledgeBaseId } = useScope()
  const confirm = useChange({
    run: () => admin().verifiedAnswers.change(knowledgeBaseId, id, {}),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'verified-answers')],
    said: t.page.confirmed,
  })
  return (
    <Button isChange isBusy={confirm.isPending} onClick={() => confirm.mutate()}>
      {t.page.confirm}
    </Button>
  )
}

type DeleteAnswerProps = { answer: VerifiedAnswer; onClose: () => void }

function DeleteAnswer({ answer, onClose }: DeleteAnswerProps) {
  const { knowledgeBaseId } = useScope()
  const remove = useChange({
    run: () => admin().verifiedAnswers.remove(knowledgeBaseId, answer.id),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'verified-answers')],
    said: t.page.deleted,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title={t.page.deleteTitle(answer.question)}
      effect={t.page.deleteEffect}
      action={t.page.delete}
      change={remove}
      onClose={onClose}
    />
  )
}
