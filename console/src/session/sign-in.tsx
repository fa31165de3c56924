import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { DoorPage } from './door-page.tsx'
import { OtherWays } from './other-ways.tsx'
import { confirmSignIn, signIn, signInByCookie, signInWithToken } from './session.ts'
import { t } from './texts.ts'

/** The whole page while nobody has signed in. */
export const SignInPage = () => (
  <DoorPage title={t.signIn.title} lead={t.signIn.lead}>
    <SignInForm />
  </DoorPage>
)

type DoneProps = { onDone?: (() => void) | undefined }

/** By account; by the admin token where there is no account yet. */
export function SignInForm({ onDone }: DoneProps) {
  const [isByToken, setIsByToken] = useState(false)
  return (
    <div className="flex flex-col gap-3">
      {isByToken ? <TokenForm onDone={onDone} /> : <PasswordForm onDone={onDone} />}
      <Button kind="quiet" onClick={() => setIsByToken(!isByToken)}>
        {isByToken ? t.signIn.useAccount : t.signIn.useToken}
      </Button>
    </div>
  )
}

function PasswordForm({ onDone }: DoneProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [step, setStep] = useState<'first' | 'code' | 'link' | 'reset'>('first')
  if (step === 'code') return <CodeForm onDone={onDone} />
  const back = (
    <Button kind="quiet" onClick={() => setStep('first')}>
      {t.signIn.otherWay}
    </Button>
  )
  if (step === 'link') return <LinkSent email={email} onDone={onDone} back={back} />
  if (step === 'reset') {
    return (
      <>
        <p role="status">{t.signIn.resetSent(email)}</p>
        {back}
      </>
    )
  }
  return (
    <AttemptForm
      text={t.signIn.submit}
      attempt={() => signIn({ email: email.trim(), password })}
      onDone={(isHalfDone) => (isHalfDone ? setStep('code') : onDone?.())}
      more={<OtherWays email={email.trim()} onSent={setStep} onDone={onDone} />}
    >
      <TextField
        label={t.signIn.email}
        type="email"
        autoComplete="username"
        required
        autoFocus
        value={email}
        onValue={setEmail}
      />
      <TextField
        label={t.signIn.password}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onValue={setPassword}
      />
    </AttemptForm>
  )
}

/** The second step, for whoever has a second factor. */
function CodeForm({ onDone }: DoneProps) {
  const [code, setCode] = useState('')
  return (
    <AttemptForm
      text={t.signIn.submit}
      attempt={() => confirmSignIn(code.trim())}
      onDone={() => onDone?.()}
    >
      <TextField
        label={t.signIn.code}
        hint={t.signIn.codeHint}
        inputMode="text"
        autoComplete="one-time-code"
        required
        autoFocus
        value={code}
        onValue={setCode}
      />
    </AttemptForm>
  )
}

type LinkSentProps = DoneProps & { email: string; back: ReactNode }

/** The link opens in a tab of its own; this one goes on when its reader says so. */
const LinkSent = ({ email, onDone, back }: LinkSentProps) => (
  <AttemptForm
    text={t.signIn.linkOpened}
    attempt={signInByCookie}
    onDone={() => onDone?.()}
    more={back}
  >
    <p role="status">{t.signIn.linkSent(email)}</p>
  </AttemptForm>
)

function TokenForm({ onDone }: DoneProps) {
  const [token, setToken] = useState('')
  return (
    <AttemptForm
      text={t.signIn.submit}
      attempt={() => signInWithToken(token.trim())}
      onDone={() => onDone?.()}
    >
      <TextField
        label={t.signIn.token}
        hint={t.signIn.tokenHint}
        type="password"
        autoComplete="off"
        required
        autoFocus
        value={token}
        onValue={setToken}
      />
    </AttemptForm>
  )
}

type AttemptFormProps<Result> = {
  text: string
  attempt: () => Promise<Result>
  onDone: (result: Result) => void
  /** Below the button. */
  more?: ReactNode
  children: ReactNode
}

/** Fields and the one button that tries them. */
function AttemptForm<Result>(props: AttemptFormProps<Result>) {
  const { text, attempt, onDone, more, children } = props
  const trial = useMutation({ mutationFn: attempt, onSuccess: onDone })
  return (
    <Form
      onSubmit={() => trial.mutate()}
      error={trial.error}
      actions={
        <>
          <Submit text={text} isBusy={trial.isPending} />
          {more}
        </>
      }
    >
      {children}
    </Form>
  )
}

export const Submit = ({ text, isBusy }: { text: string; isBusy: boolean }) => (
  <Button kind="primary" type="submit" isBusy={isBusy} className="min-h-9">
    {text}
  </Button>
)
