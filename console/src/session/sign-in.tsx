import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../texts/texts.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { DoorPage } from './door-page.tsx'
import { confirmSignIn, signIn, signInWithToken } from './session.ts'

/** The whole page while nobody has signed in. */
export const SignInPage = () => (
  <DoorPage title={t.signIn.title} lead={t.signIn.lead}>
    <SignInForm />
  </DoorPage>
)

/** By account; by the admin token where there is no account yet. */
export function SignInForm({ onDone }: { onDone?: () => void }) {
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

type DoneProps = { onDone: (() => void) | undefined }

function PasswordForm({ onDone }: DoneProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const attempt = useMutation({
    mutationFn: () => signIn({ email: email.trim(), password }),
    onSuccess: (needsCode) => {
      if (!needsCode) onDone?.()
    },
  })
  if (attempt.data === true) return <CodeForm onDone={onDone} />
  return (
    <Form
      onSubmit={() => attempt.mutate()}
      error={attempt.error}
      actions={<Submit text={t.signIn.submit} isBusy={attempt.isPending} />}
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
    </Form>
  )
}

/** The second step, for whoever has a second factor. */
function CodeForm({ onDone }: DoneProps) {
  const [code, setCode] = useState('')
  const attempt = useMutation({
    mutationFn: () => confirmSignIn(code.trim()),
    onSuccess: () => onDone?.(),
  })
  return (
    <Form
      onSubmit={() => attempt.mutate()}
      error={attempt.error}
      actions={<Submit text={t.signIn.submit} isBusy={attempt.isPending} />}
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
    </Form>
  )
}

function TokenForm({ onDone }: DoneProps) {
  const [token, setToken] = useState('')
  const attempt = useMutation({
    mutationFn: () => signInWithToken(token.trim()),
    onSuccess: () => onDone?.(),
  })
  return (
    <Form
      onSubmit={() => attempt.mutate()}
      error={attempt.error}
      actions={<Submit text={t.signIn.submit} isBusy={attempt.isPending} />}
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
    </Form>
  )
}

export const Submit = ({ text, isBusy }: { text: string; isBusy: boolean }) => (
  <Button kind="primary" type="submit" isBusy={isBusy} className="min-h-9">
    {text}
  </Button>
)
