import { useState } from 'react'
import { workspaceKey } from '../../api/workspace-queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { t } from './texts.ts'

/** What can be done with a provider that is saved. */
export function SsoState() {
  const { workspaceId } = useScope()
  const [isRemoving, setIsRemoving] = useState(false)
  const test = useChange({ run: () => admin().sso.test(workspaceId), refreshes: [] })
  const remove = useChange({
    run: () => admin().sso.delete(workspaceId),
    refreshes: [workspaceKey(workspaceId, 'sso')],
    said: t.sso.removed,
  })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Button isBusy={test.isPending} onClick={() => test.mutate()}>
          {t.sso.test}
        </Button>
        <Button kind="danger" onClick={() => setIsRemoving(true)}>
          {t.sso.remove}
        </Button>
      </div>
      {test.error && <ErrorNotice error={test.error} />}
      {test.data && (
        <p role="status" className={test.data.ok ? 'text-ok' : 'text-danger'}>
          {test.data.ok ? t.sso.testOk : test.data.error}
        </p>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={t.sso.removeTitle}
          effect={t.sso.removeEffect}
          action={t.sso.remove}
          change={remove}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </div>
  )
}
