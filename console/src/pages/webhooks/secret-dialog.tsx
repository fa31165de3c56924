import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { t } from './texts.ts'

type SecretDialogProps = { title: string; secret: string; onClose: () => void }

/** The one time that a secret is shown. */
export const SecretDialog = ({ title, secret, onClose }: SecretDialogProps) => (
  <Dialog title={title} onClose={onClose}>
    <p className="mb-3 text-ink-2">{t.webhooks.shownOnce}</p>
    <Code label={t.webhooks.secret} text={secret} />
    <div className="mt-5 text-end">
      <Button kind="primary" onClick={onClose}>
        {t.webhooks.doneCopying}
      </Button>
    </div>
  </Dialog>
)
