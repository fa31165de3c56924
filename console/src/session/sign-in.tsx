import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../texts/texts.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Wordmark } from '../ui/mark.tsx'
import { signIn } from './session.ts'

/** The whole page while nobody has signed in. */
export const SignInPage = () => (
  <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-6 px-4 py-12">
    <Wordmark />
    <section className="rounded-panel border border-line bg-surface p-6">
      <h1 className="mb-1 font-serif text-[1.375rem]/7 font-semibold tracking-tight">
        {t.signIn.title}
      </h1>
      <p className="mb-5 text-ink-2">{t.signIn.lead}</p>
      <SignInForm />
    </section>
    <p className="text-xs text-ink-3">{t.signIn.memoryOnly}</p>
  </main>
)

export function SignInForm() {
  const [token, setToken] = useState('')
  const attempt = useMutation({ mutationFn: () => signIn(token.trim()) })
  return (
    <Form
      onSubmit={() => attempt.mutate()}
      error={attempt.error}
      actions={
        <Button kind="primary" type="submit" isBusy={attempt.isPending}>
          {t.signIn.submit}
        </Button>
      }
    >
      <TextField
        label={t.signIn.token}
        hint={t.signIn.tokenHint}
        type="password"
        autoComplete="current-password"
        required
        autoFocus
        value={token}
        onValue={setToken}
      />
    </Form>
  )
}
