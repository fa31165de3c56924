import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../texts.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { TextField } from './field.tsx'

type ConfirmDialogProps = {
  title: string
  /** What happens, with its numbers. */
  effect: string
  action: string
  /** Has to be typed before the action can be taken. */
  name?: string
  change: UseMutationResult<unknown, Error, void>
  onClose: () => void
}

/** For what cannot be undone. */
export function ConfirmDialog({
  title,
  effect,
  action,
  name,
  change,
  onClose,
}: ConfirmDialogProps) {
  const [typed, setTyped] = useState('')
  const isAllowed = name === undefined || typed.trim() === name.trim()
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isAllowed) change.mutate()
        }}
      >
        <p className="mb-4 text-ink-2">{effect}</p>
        {name !== undefined && (
          <TextField
            label={t.common.typeName(name)}
            value={typed}
            onValue={setTyped}
            autoComplete="off"
          />
        )}
        {change.isError && <ErrorNotice error={change.error} />}
        <DialogActions onCancel={onClose}>
          <Button kind="danger" type="submit" disabled={!isAllowed} isBusy={change.isPending}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
