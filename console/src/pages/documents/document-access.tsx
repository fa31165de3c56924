import type { Document } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { groupsQuery, knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { ReadOnlyNotice } from '../../session/changes.tsx'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Select } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useFormValues } from '../../ui/use-form-values.ts'

const VISIBILITIES = ['public', 'unlisted', 'restricted'] as const

/** Who may read a page, and its deletion. */
export function DocumentAccess({ document }: { document: Document }) {
  const { knowledgeBaseId } = useScope()
  const { data } = useQuery(groupsQuery(knowledgeBaseId))
  const form = useFormValues({
    visibility: document.visibility,
    groupId: document.group_id ?? '',
  })
  const { visibility, groupId } = form.values
  const save = useChange({
    run: () =>
      admin().documents.change(knowledgeBaseId, document.id, {
        visibility,
        group_id: groupId === '' ? null : groupId,
      }),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'documents')],
    said: t.common.saved,
    undo: () => () =>
      admin().documents.change(knowledgeBaseId, document.id, {
        visibility: document.visibility,
        group_id: document.group_id,
      }),
    onDone: form.forget,
  })
  const groups = (data?.groups ?? []).map(({ id, name }) => [id, name] as const)
  return (
    <Card title={t.pages.access}>
      <ReadOnlyNotice />
      <Form
        form={form}
        onSubmit={() => save.mutate()}
        error={save.error}
        actions={
          <div className="flex flex-wrap justify-between gap-2">
            <Button kind="primary" type="submit" isBusy={save.isPending}>
              {t.common.save}
            </Button>
            <DeleteDocument document={document} />
          </div>
        }
      >
        <Select
          label={t.pages.visibility}
          hint={t.pages.visibilityHints[visibility]}
          value={visibility}
          options={VISIBILITIES.map((one) => [one, t.pages.visibilities[one]] as const)}
          onValue={(next) => form.set({ visibility: next })}
        />
        <Select<string>
          label={t.pages.group}
          value={groupId}
          options={[['', t.pages.noGroup], ...groups]}
          onValue={(next) => form.set({ groupId: next })}
        />
      </Form>
    </Card>
  )
}

function DeleteDocument({ document }: { document: Document }) {
  const scope = useScope()
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useChange({
    run: () => admin().documents.remove(scope.knowledgeBaseId, document.id),
    refreshes: [],
    said: t.pages.deleted,
    onDone: () =>
      void navigate({
        to: '/w/$workspaceId/kb/$knowledgeBaseId/pages',
        params: scope,
        ignoreBlocker: true,
      }),
  })
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{t.pages.delete}</Button>
      {isAsking && (
        <ConfirmDialog
          title={t.pages.deleteTitle}
          effect={t.pages.deleteEffect(document.passages)}
          action={t.pages.delete}
          change={remove}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
