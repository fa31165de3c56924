import { t } from './texts.ts'
import { Button } from '../ui/button.tsx'
import { DoorPage } from './door-page.tsx'
import { resumeSession } from './session.ts'

export const Unreachable = () => (
  <DoorPage title={t.signIn.unreachable} lead={t.signIn.unreachableReason}>
    <Button kind="primary" onClick={() => void resumeSession()}>
      {t.common.retry}
    </Button>
  </DoorPage>
)
