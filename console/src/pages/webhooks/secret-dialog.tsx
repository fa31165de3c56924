import { Code } from '../../ui/copy.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { t } from './texts.ts'

type SecretDialogProps = { title: string; secret: string; onClose: () => void }

export const SecretDialog = ({ title, secret, onClose }: SecretDialogProps) => (
  <ShownOnce title={title} note={t.webhooks.shownOnce} onClose={onClose}>
    <Code label={t.webhooks.secret} text={secret} />
  </ShownOnce>
)
