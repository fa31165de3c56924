import { useBlocker } from '@tanstack/react-router'
import { t } from '../texts.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

/** Says that a form has changes, and asks before the page is left with them. */
export function Unsaved({ onDiscard }: { onDiscard: () => void }) {
  const leaving = useBlocker({
    // A filter or a tab of the same page leaves nothing.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    withResolver: true,
  })
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3">
        <span aria-live="polite">{t.common.unsaved}</span>
        <Button kind="quiet" onClick={onDiscard}>
          {t.common.discard}
        </Button>
      </div>
      {leaving.status === 'blocked' && (
        <Dialog title={t.common.leaveTitle} onClose={leaving.reset}>
          <p className="text-ink-2">{t.common.leaveEffect}</p>
          <DialogActions onCancel={leaving.reset}>
            <Button kind="danger" onClick={leaving.proceed}>
              {t.common.leave}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
