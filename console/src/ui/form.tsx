import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useContext } from 'react'
import { Button } from './button.tsx'
import { ChangeRefusal } from './change-refusal.ts'
import { Dialog, DialogActions } from './dialog.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { Unsaved } from './unsaved.tsx'
import type { FormState } from './use-form-values.ts'

type FormProps = {
  onSubmit: () => void
  /** Why it failed when it was last submitted. */
  error: Error | null
  /** The button that submits it, and those beside it. */
  actions: ReactNode
  /** Of a form on a page: what was not saved is then not lost unnoticed. */
  form?: FormState
  children: ReactNode
}

/** Fields one below the other, then why it failed, then its buttons. */
export const Form = ({ onSubmit, error, actions, form, children }: FormProps) => (
  <form
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    <fieldset disabled={useContext(ChangeRefusal) !== null} className="flex min-w-0 flex-col gap-4">
      {children}
      {error && <ErrorNotice error={error} />}
      {form?.isChanged === true ? (
        <div className="sticky bottom-3 z-10 flex flex-col gap-2 rounded-card border border-line bg-surface px-3 py-2.5 shadow-popover">
          <Unsaved onDiscard={form.forget} />
          {actions}
        </div>
      ) : (
        actions
      )}
    </fieldset>
  </form>
)

type FormDialogProps = {
  title: string
  /** What submitting it changes. */
  change: UseMutationResult<unknown, Error, void>
  /** The text of the button that submits it. */
  action: string
  kind?: 'primary' | 'danger'
  /** Above the fields. */
  lead?: string
  /** Whether it can be submitted yet. */
  isReady?: boolean
  onClose: () => void
  children?: ReactNode
}

/** A form in a dialog, which can be cancelled. */
export const FormDialog = ({
  title,
  change,
  action,
  kind = 'primary',
  lead,
  isReady = true,
  onClose,
  children,
}: FormDialogProps) => (
  <Dialog title={title} onClose={onClose} beginsInField>
    {lead !== undefined && <p className="mb-4 text-ink-2">{lead}</p>}
    <Form
      onSubmit={() => change.mutate()}
      error={change.error}
      actions={
        <DialogActions onCancel={onClose}>
          <Button kind={kind} type="submit" disabled={!isReady} isBusy={change.isPending}>
            {action}
          </Button>
        </DialogActions>
      }
    >
      {children}
    </Form>
  </Dialog>
)
