import type { KnowledgeBase } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { knowledgeBaseQuery, summaryQuery } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { Changes } from '../../session/changes.tsx'
import { admin } from '../../session/session.ts'
import { EditablePage } from '../../session/editable-page.tsx'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SettingsForm } from './settings-form.tsx'

export function Settings() {
  const { knowledgeBaseId } = useScope()
  const query = useQuery(knowledgeBaseQuery(knowledgeBaseId))
  return (
    <EditablePage need="admin" title={t.settings.title}>
      <div className="flex max-w-2xl flex-col gap-4">
        <QueryView query={query} lines={8}>
          {(base) => (
            <>
              <SettingsForm key={base.id} base={base} />
              <Changes need="owner">
                <DeleteKnowledgeBase base={base} />
              </Changes>
            </>
          )}
        </QueryView>
      </div>
    </EditablePage>
  )
}

function DeleteKnowledgeBase({ base }: { base: KnowledgeBase }) {
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const { data } = useQuery(summaryQuery(base.id))
  const remove = useChange({
    run: () => admin().knowledgeBases.remove(base.id),
    refreshes: [['knowledge-bases']],
    said: t.settings.deleted,
    onDone: () =>
      void navigate({
        to: '/w/$workspaceId',
        params: { workspaceId: base.workspace_id },
        ignoreBlocker: true,
      }),
  })
  return (
    <Card title={t.settings.danger}>
      <p className="mb-3 text-ink-2">{t.settings.dangerLead}</p>
      <Button isChange onClick={() => setIsAsking(true)}>
        {t.settings.delete}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t.settings.deleteTitle(base.name)}
          effect={t.settings.deleteEffect(data?.indexed ?? 0)}
          action={t.settings.delete}
          name={base.name}
          change={remove}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Card>
  )
}
