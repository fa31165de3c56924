import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { includesRole, useMe } from '../../session/role.ts'
import { admin } from '../../session/session.ts'
import { useSignOut } from '../../shell/account-menu.tsx'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Wordmark } from '../../ui/mark.tsx'
import { Page } from '../../ui/page.tsx'

const NEW_WORKSPACE = ''

export function Start() {
  const { workspaces, may_create_workspaces } = useMe()
  const { workspace } = useSearch({ from: '/new' })
  const own = workspaces.filter(({ role }) => includesRole(role, 'admin'))
  const options = [
    ...own.map(({ id, name }) => [id, name] as const),
    ...(may_create_workspaces ? [[NEW_WORKSPACE, t.start.newWorkspace] as const] : []),
  ]
  const [first] = options.some(([id]) => id === workspace) ? [[workspace ?? '']] : options
  return (
    <main className="mx-auto flex max-w-xl flex-col gap-6 px-4 py-12">
      <Wordmark />
      {first ? (
        <NameForm options={options} initial={first[0]} />
      ) : (
        <NothingOpen hasWorkspace={workspaces.length > 0} />
      )}
    </main>
  )
}

/** For whoever may create nothing. */
const NothingOpen = ({ hasWorkspace }: { hasWorkspace: boolean }) => (
  <Page title={hasWorkspace ? t.start.noKnowledgeBase : t.start.noWorkspace}>
    <p className="text-ink-2">
      {hasWorkspace ? t.start.noKnowledgeBaseReason : t.start.noWorkspaceReason}
    </p>
    <div>
      <Button onClick={useSignOut()}>{t.nav.signOut}</Button>
    </div>
  </Page>
)

type NameFormProps = { options: readonly (readonly [string, string])[]; initial: string }

/** A name is all that a knowledge base needs. */
function NameForm({ options, initial }: NameFormProps) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [workspaceId, setWorkspaceId] = useState(initial)
  const create = useChange({
    run: async () => {
      const id =
        workspaceId === NEW_WORKSPACE ? (await admin().workspaces.create({ name })).id : workspaceId
      return admin().knowledgeBases.create(id, { name })
    },
    refreshes: [['me'], ['workspaces'], ['knowledge-bases']],
    said: (made) => t.start.created(made.name),
    onDone: (made) =>
      void navigate({
        to: '/w/$workspaceId/kb/$knowledgeBaseId',
        params: { workspaceId: made.workspace_id, knowledgeBaseId: made.id },
      }),
  })
  return (
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
          {options.length > 1 && (
            <Select
              label={t.start.workspace}
              value={workspaceId}
              options={options}
              onValue={setWorkspaceId}
            />
          )}
        </Form>
      </Card>
    </Page>
  )
}
