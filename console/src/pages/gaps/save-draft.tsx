import type { Gap } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { groupsQuery, knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { openQuestions, suggestAddress } from './open-questions.ts'
import { t } from './texts.ts'

type SaveDraftProps = {
  gap: Gap
  text: string
  /** The source group, or '' for all. */
  writtenFrom: string
}

/** Stores what the editor made of the draft as a page like any other. */
export function SaveDraft({ gap, text, writtenFrom }: SaveDraftProps) {
  const scope = useScope()
  const { knowledgeBaseId } = scope
  const navigate = useNavigate()
  const { data } = useQuery(groupsQuery(knowledgeBaseId))
  const [title, setTitle] = useState(gap.title)
  const [url, setUrl] = useState(suggestAddress(gap.title, gap.nearest_pages[0]?.url))
  const [groupId, setGroupId] = useState(writtenFrom)
  const save = useChange({
    run: async () => {
      const { documents } = admin()
      // A put would replace it.
      const { documents: there } = await documents.list(knowledgeBaseId, { url, limit: 1 })
      if (there.length > 0) throw new Error(t.draft.taken)
      return documents.put(knowledgeBaseId, {
        url,
        title: title.trim(),
        content: text,
        content_type: 'text/markdown',
        group_id: groupId === '' ? null : groupId,
      })
    },
    refreshes: [knowledgeBaseKey(knowledgeBaseId)],
    said: t.draft.saved,
    onDone: ({ id: documentId }) =>
      void navigate({
        to: '/w/$workspaceId/kb/$knowledgeBaseId/pages/$documentId',
        params: { ...scope, documentId },
      }),
  })
  const groups = data?.groups ?? []
  return (
    <Card title={t.draft.save}>
      <Form
        onSubmit={() => save.mutate()}
        error={save.error}
        actions={
          <div className="flex flex-wrap gap-2">
            <Button
              kind="primary"
              type="submit"
              isBusy={save.isPending}
              disabled={openQuestions(text) > 0}
            >
              {t.draft.save}
            </Button>
            <a
              className={buttonClass()}
              href={`data:text/markdown;charset=utf-8,${encodeURIComponent(text)}`}
              download={`${suggestAddress(gap.title, 'https://x/').slice('https://x/'.length)}.md`}
            >
              {t.draft.download}
            </a>
          </div>
        }
      >
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label={t.draft.name}
            value={title}
            onValue={setTitle}
            required
            maxLength={500}
          />
          <TextField
            label={t.draft.address}
            hint={t.draft.addressHint}
            value={url}
            onValue={setUrl}
            type="url"
            required
            placeholder="https://docs.example.com/…"
          />
          {groups.length > 0 && (
            <Select<string>
              label={t.draft.group}
              hint={writtenFrom === groupId || groupId === '' ? undefined : t.draft.otherGroups}
              value={groupId}
              options={[
                ['', t.draft.noGroup],
                ...groups.map(({ id, name }) => [id, name] as const),
              ]}
              onValue={setGroupId}
            />
          )}
        </div>
      </Form>
    </Card>
  )
}
