import { useQueryClient } from '@tanstack/react-query'
import { t } from './texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { signOut } from './session.ts'
import { SignInForm } from './sign-in.tsx'

/** Over the page, so that a half-filled form is still there afterwards. */
export function SignInDialog() {
  const queries = useQueryClient()
  return (
    <Dialog title={t.signIn.expired} onClose={() => void signOut()}>
      {/* It may be somebody else, who sees other things. */}
      <SignInForm onDone={() => void queries.invalidateQueries()} />
    </Dialog>
  )
}
