import { useState } from 'react'
import { AnswerText } from '../../answer/answer-text.tsx'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageSearch } from '../documents/page-search.tsx'
import type { AnswerDraft, DraftSource } from './answer-draft.ts'
import { toInput } from './answer-draft.ts'
import { t } from './texts.ts'

type AnswerFormProps = { draft: AnswerDraft; onClose: () => void }

export function AnswerForm({ draft: initial, onClose }: AnswerFormProps) {
  const { knowledgeBaseId } = useScope()
  const [draft, setDraft] = useState(initial)
  const set = (change: Partial<AnswerDraft>) => setDraft((before) => ({ ...before, ...change }))
  const save = useChange({
    run: () => {
      const { verifiedAnswers } = admin()
      const input = toInput(draft)
      return draft.id === null
        ? verifiedAnswers.create(knowledgeBaseId, input)
        : verifiedAnswers.change(knowledgeBaseId, draft.id, input)
    },
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'verified-answers')],
    said: t.page.saved,
    onDone: onClose,
  })
  return (
    <Dialog title={draft.id === null ? t.page.create : t.page.edit} onClose={onClose} isWide>
      <Form
        onSubmit={() => save.mutate()}
        error={save.error}
        actions={
          <DialogActions onCancel={onClose}>
            <Button
              kind="primary"
              type="submit"
              isBusy={save.isPending}
              disabled={draft.sources.length === 0}
            >
              {t.page.verify}
            </Button>
          </DialogActions>
        }
      >
        <TextField
          label={t.page.question}
          hint={t.page.questionHint}
          required
          autoFocus
          maxLength={4000}
          value={draft.question}
          onValue={(question) => set({ question })}
        />
        <TextArea
          label={t.page.variants}
          hint={t.page.variantsHint}
          rows={2}
          value={draft.variants}
          onValue={(variants) => set({ variants })}
        />
        <TextArea
          label={t.page.answer}
          hint={t.page.answerHint}
          required
          rows={8}
          maxLength={10_000}
          value={draft.answer}
          onValue={(answer) => set({ answer })}
        />
        {draft.answer.trim() !== '' && (
          <details>
            <summary className="cursor-pointer text-sm font-[550]">{t.page.preview}</summary>
            <div className="mt-2 rounded-card border border-line px-4 py-3">
              <AnswerText
                text={draft.answer}
                citations={draft.sources.map(toCitation)}
                isSettled
                hasLinks
              />
            </div>
          </details>
        )}
        <Sources sources={draft.sources} onSources={(sources) => set({ sources })} />
        <TextField
          label={t.page.expires}
          hint={t.page.expiresHint}
          type="date"
          className="max-w-48"
          value={draft.expires}
          onValue={(expires) => set({ expires })}
        />
      </Form>
    </Dialog>
  )
}

const toCitation = ({ id, title, url }: DraftSource, position: number) => ({
  index: position + 1,
  title,
  url,
  document_id: id,
  chunk_id: id,
  heading_path: [],
  excerpt: '',
})

type SourcesProps = {
  sources: readonly DraftSource[]
  onSources: (sources: readonly DraftSource[]) => void
}

/** Numbered as the answer cites them. */
const Sources = ({ sources, onSources }: SourcesProps) => (
  <div className="flex min-w-0 flex-col gap-2">
    <PageSearch
      label={t.page.sources}
      hint={t.page.sourcesHint}
      placeholder={t.page.findPage}
      listLabel={t.page.foundPages}
      chosen={sources.map(({ url }) => url)}
      onPick={({ id, title, url }) => {
        if (id !== null) onSources([...sources, { id, title, url }])
      }}
    />
    {sources.length > 0 && (
      <ol className="flex flex-col gap-1">
        {sources.map(({ id, title, url }, position) => (
          <li key={id} className="flex items-center gap-2 text-sm">
            <span className="text-ink-3 tabular-nums">[{position + 1}]</span>
            <span className="min-w-0">
              <span dir="auto">{title === '' ? url : title}</span>{' '}
              <span className="text-xs [overflow-wrap:anywhere] text-ink-3">{url}</span>
            </span>
            <button
              type="button"
              aria-label={t.page.removePage(title === '' ? url : title)}
              className="grid size-6 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-sunken"
              onClick={() => onSources(sources.filter((source) => source.id !== id))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ol>
    )}
  </div>
)
