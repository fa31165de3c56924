import { t } from '../texts/texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { SignInForm } from './sign-in.tsx'
import { signOut } from './session.ts'

/** Over the page, so that a half-filled form is still there afterwards. */
export const SignInDialog = () => (
  <Dialog title={t.signIn.expired} onClose={signOut}>
    <SignInForm />
  </Dialog>
)
