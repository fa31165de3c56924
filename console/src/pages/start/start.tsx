import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { workspacesQuery } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Wordmark } from '../../ui/mark.tsx'
import { Page } from '../../ui/page.tsx'

const NEW_WORKSPACE = ''

/** A name is all that a knowledge base needs. */
export function Start() {
  const { workspace = NEW_WORKSPACE } = useSearch({ from: '/new' })
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [workspaceId, setWorkspaceId] = useState(workspace)
  const { data } = useQuery(workspacesQuery)
  const create = useChange({
    run: async () => {
      const id =
        workspaceId === NEW_WORKSPACE ? (await admin().workspaces.create({ name })).id : workspaceId
      return admin().knowledgeBases.create(id, { name })
    },
    refreshes: [['workspaces'], ['knowledge-bases']],
    said: (made) => t.start.created(made.name),
    onDone: (made) =>
      void navigate({
        to: '/w/$workspaceId/kb/$knowledgeBaseId',
        params: { workspaceId: made.workspace_id, knowledgeBaseId: made.id },
      }),
  })
  const workspaces = (data?.workspaces ?? []).map((one) => [one.id, one.name] as const)
  return (
    <main className="mx-auto flex max-w-xl flex-col gap-6 px-4 py-12">
      <Wordmark />
      <Page title={t.start.title}>
        <p className="text-ink-2">{t.start.lead}</p>
        <Card>
          <Form
            onSubmit={() => create.mutate()}
            error={create.error}
            actions={
              <div>
                <Button kind="primary" type="submit" isBusy={create.isPending}>
                  {t.start.submit}
                </Button>
              </div>
            }
          >
            <TextField
              label={t.start.name}
              hint={t.start.nameHint}
              required
              autoFocus
              maxLength={200}
              value={name}
              onValue={setName}
            />
            {workspaces.length > 0 && (
              <Select
                label={t.start.workspace}
                value={workspaceId}
                options={[...workspaces, [NEW_WORKSPACE, t.start.newWorkspace]]}
                onValue={setWorkspaceId}
              />
            )}
          </Form>
        </Card>
      </Page>
    </main>
  )
}
