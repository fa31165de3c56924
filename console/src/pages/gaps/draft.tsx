import type { DraftInput } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { AnswerText } from '../../answer/answer-text.tsx'
import { gapQuery } from '../../api/gap-queries.ts'
import { groupsQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Select, TextArea } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { openQuestions } from './open-questions.ts'
import { SaveDraft } from './save-draft.tsx'
import { t } from './texts.ts'
import { useDraft } from './use-draft.ts'

const GAPS = '/w/$workspaceId/kb/$knowledgeBaseId/gaps'

/** Writes an article for a gap, lets an editor change it, and saves it as a page. */
export function DraftPage() {
  const scope = useScope()
  const { gapId } = useParams({ from: `${GAPS}/$gapId/draft` })
  const query = useQuery(gapQuery(scope.knowledgeBaseId, gapId))
  const { draft, start, stop, edit } = useDraft(gapId)
  const isRunning = draft.status === 'running'
  return (
    <Page
      title={t.draft.title}
      above={
        <Link to={GAPS} params={scope} search={{ open: gapId }} className="text-sm underline">
          {t.draft.back}
        </Link>
      }
    >
      <p className="-mt-3 max-w-2xl text-ink-2">{t.draft.lead}</p>
      <QueryView query={query} lines={6}>
        {(gap) => (
          <>
            <Card title={gap.title}>
              <Start
                isRunning={isRunning}
                action={draft.status === 'none' ? t.draft.write : t.draft.again}
                onStart={(body) => void start(body)}
                onStop={stop}
              />
            </Card>
            <div role="status" className="empty:hidden">
              {isRunning && <p className="text-ink-3">{t.draft.writing}</p>}
              {draft.status === 'stopped' && <p className="text-ink-3">{t.draft.stopped}</p>}
              {draft.last?.cost_capped && <p>{t.draft.capped}</p>}
              {draft.status === 'done' && <Open text={draft.text} />}
            </div>
            {draft.status === 'failed' && <ErrorNotice error={draft.error} />}
            {draft.text !== '' && (
              <div className={`grid gap-4 ${isRunning ? '' : 'lg:grid-cols-2'}`}>
                {!isRunning && (
                  <Card>
                    <TextArea
                      label={t.draft.editor}
                      value={draft.text}
                      onValue={edit}
                      rows={24}
                      dir="auto"
                      spellCheck
                    />
                  </Card>
                )}
                <Preview text={draft.text} isSettled={!isRunning} />
              </div>
            )}
            {draft.status === 'done' && (
              <SaveDraft key={gap.id} gap={gap} text={draft.text} writtenFrom={draft.groupId} />
            )}
          </>
        )}
      </QueryView>
    </Page>
  )
}

function Open({ text }: { text: string }) {
  const open = openQuestions(text)
  return open > 0 && <p className="text-warn">{t.draft.open(open)}</p>
}

function Preview({ text, isSettled }: { text: string; isSettled: boolean }) {
  const shown = useDeferredValue(text)
  return (
    <Card title={t.draft.preview}>
      <div dir="auto" className="[overflow-wrap:anywhere]" aria-busy={!isSettled}>
        <AnswerText text={shown} citations={[]} isSettled={isSettled} hasLinks />
      </div>
    </Card>
  )
}

type StartProps = {
  isRunning: boolean
  action: string
  onStart: (body: DraftInput) => void
  onStop: () => void
}

function Start({ isRunning, action, onStart, onStop }: StartProps) {
  const { knowledgeBaseId } = useScope()
  const { data } = useQuery(groupsQuery(knowledgeBaseId))
  const [groupId, setGroupId] = useState('')
  const [model, setModel] = useState('')
  const body = {
    ...(groupId === '' ? {} : { group_id: groupId }),
    ...(model === '' ? {} : { model }),
  }
  return (
    <div className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
      <Select<string>
        label={t.draft.from}
        value={groupId}
        options={[
          ['', t.draft.everyPage],
          ...(data?.groups ?? []).map(({ id, name }) => [id, name] as const),
        ]}
        onValue={setGroupId}
      />
      <Select<string>
        label={t.draft.by}
        value={model}
        options={[
          ['', t.draft.readersModel],
          ['extract', t.draft.extract],
        ]}
        onValue={setModel}
      />
      {isRunning ? (
        <Button onClick={onStop}>{t.draft.stop}</Button>
      ) : (
        <Button kind="primary" isChange onClick={() => onStart(body)}>
          {action}
        </Button>
      )}
    </div>
  )
}
