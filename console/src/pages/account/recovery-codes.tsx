import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type RecoveryCodesProps = { codes: readonly string[]; onClose: () => void }

/** Shown once, to be kept where the authenticator is not. */
export const RecoveryCodes = ({ codes, onClose }: RecoveryCodesProps) => (
  <Dialog title={t.security.recoveryCodes} onClose={onClose}>
    <p className="mb-3 text-ink-2">{t.security.recoveryCodesLead}</p>
    <Code label={t.security.recoveryCodes} text={codes.join('\n')} />
    <div className="mt-5 text-end">
      <Button kind="primary" onClick={onClose}>
        {t.security.codesKept}
      </Button>
    </div>
  </Dialog>
)
