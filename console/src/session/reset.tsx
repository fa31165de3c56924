import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { DoorPage } from './door-page.tsx'
import { linkToken } from './link-token.ts'
import { NewPassword } from './new-password.tsx'
import { resetPassword } from './session.ts'
import { Submit } from './sign-in.tsx'
import { t } from './texts.ts'

/** Behind a mailed link: sets a new password. It signs nobody in. */
export function ResetPage() {
  const [password, setPassword] = useState('')
  const [token] = useState(linkToken)
  const reset = useMutation({ mutationFn: () => resetPassword({ token, new_password: password }) })
  return (
    <DoorPage title={t.account.reset} lead={t.account.resetLead}>
      {reset.isSuccess ? (
        <div className="flex flex-col gap-4">
          <p role="status">{t.account.resetDone}</p>
          <a href="/console" className={buttonClass('primary')}>
            {t.account.toSignIn}
          </a>
        </div>
      ) : (
        <Form
          onSubmit={() => reset.mutate()}
          error={reset.error}
          actions={<Submit text={t.account.resetSubmit} isBusy={reset.isPending} />}
        >
          <NewPassword label={t.account.newPassword} value={password} onValue={setPassword} />
        </Form>
      )}
    </DoorPage>
  )
}
