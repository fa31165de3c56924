import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../texts.ts'
import { TextField } from './field.tsx'
import { FormDialog } from './form.tsx'

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
export function ConfirmDialog({ effect, name, ...dialog }: ConfirmDialogProps) {
  const [typed, setTyped] = useState('')
  return (
    <FormDialog
      {...dialog}
      kind="danger"
      lead={effect}
      isReady={name === undefined || typed.trim() === name.trim()}
    >
      {name !== undefined && (
        <TextField
          label={t.common.typeName(name)}
          value={typed}
          onValue={setTyped}
          autoComplete="off"
        />
      )}
    </FormDialog>
  )
}
