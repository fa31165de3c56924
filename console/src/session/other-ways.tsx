import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { isGivenUp } from './given-up.ts'
import {
  goToProvider,
  sendPasswordReset,
  sendSignInLink,
  signInByPasskey,
  signInMethods,
} from './session.ts'
import { t } from './texts.ts'

type OtherWaysProps = {
  email: string
  onSent: (what: 'link' | 'reset') => void
  onDone?: (() => void) | undefined
}

export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: signInMethods,
})

/** Ways to sign in without a password, as far as the service offers them. Inside the form that has the address. */
export function OtherWays({ email, onSent, onDone }: OtherWaysProps) {
  const { data } = useQuery(signInMethodsQuery)
  const link = useMutation({
    mutationFn: () => sendSignInLink(email),
    onSuccess: () => onSent('link'),
  })
  const reset = useMutation({
    mutationFn: () => sendPasswordReset(email),
    onSuccess: () => onSent('reset'),
  })
  const sso = useMutation({ mutationFn: () => goToProvider(email) })
  const passkey = useMutation({ mutationFn: signInByPasskey, onSuccess: () => onDone?.() })
  if (!data || !(data.passkey || data.email_link || data.sso)) return null
  const error = [passkey.error, link.error, sso.error, reset.error].find(
    (each) => each && !isGivenUp(each),
  )
  return (
    <div className="flex flex-col gap-2">
      <p className="flex items-center gap-3 text-xs text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t.signIn.or}
      </p>
      {error && <ErrorNotice error={error} />}
      {data.passkey && (
        <Button className="min-h-9" isBusy={passkey.isPending} onClick={() => passkey.mutate()}>
          {t.signIn.byPasskey}
        </Button>
      )}
      {data.email_link && (
        <Button
          className="min-h-9"
          isBusy={link.isPending}
          onClick={withAddress(() => link.mutate())}
        >
          {t.signIn.byLink}
        </Button>
      )}
      {data.sso && (
        <Button
          className="min-h-9"
          isBusy={sso.isPending}
          onClick={withAddress(() => sso.mutate())}
        >
          {t.signIn.bySso}
        </Button>
      )}
      {data.email_link && (
        <Button kind="quiet" isBusy={reset.isPending} onClick={withAddress(() => reset.mutate())}>
          {t.signIn.forgotten}
        </Button>
      )}
    </div>
  )
}

/** Where the address is missing, the browser says so at its field. */
const withAddress =
  (run: () => void) =>
  ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>): void => {
    const field = form?.querySelector<HTMLInputElement>('input[type="email"]')
    if (field?.reportValidity()) run()
  }
