import type { ReactNode } from 'react'
import { t } from '../texts.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type ShownOnceProps = {
  title: string
  /** Where it belongs. */
  note: string
  children: ReactNode
  onClose: () => void
}

/** The one time that a secret is shown. */
export const ShownOnce = ({ title, note, children, onClose }: ShownOnceProps) => (
  <Dialog title={title} onClose={onClose}>
    <p className="mb-3 text-ink-2">{note}</p>
    <div className="flex flex-col gap-3">{children}</div>
    <div className="mt-5 text-end">
      <Button kind="primary" onClick={onClose}>
        {t.common.doneCopying}
      </Button>
    </div>
  </Dialog>
)
