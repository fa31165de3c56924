import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from './texts.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { DoorPage } from './door-page.tsx'
import { enterConsole, linkToken } from './link-token.ts'
import { NewPassword } from './new-password.tsx'
import { acceptInvitation, whoSignedIn } from './session.ts'
import { Submit } from './sign-in.tsx'

type Way = 'signed-in' | 'new' | 'known'

/** Behind the link of an invitation: joins as whoever has signed in, as somebody known, or as somebody new. */
export function InvitationPage() {
  const person = whoSignedIn()?.person ?? null
  const [way, setWay] = useState<Way>(person ? 'signed-in' : 'new')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [token] = useState(linkToken)
  const join = useMutation({
    mutationFn: () => acceptInvitation({ token, ...given(way, name, password) }),
    onSuccess: enterConsole,
  })
  return (
    <DoorPage
      title={t.account.join}
      lead={way === 'signed-in' && person ? t.account.joinAs(person.email) : t.account.joinLead}
    >
      <Form
        onSubmit={() => join.mutate()}
        error={join.error}
        actions={
          <div className="flex flex-col gap-3">
            <Submit text={t.account.joinSubmit} isBusy={join.isPending} />
            <Button
              kind="quiet"
              onClick={() => {
                join.reset()
                setWay(way === 'new' ? 'known' : 'new')
              }}
            >
              {way === 'new' ? t.account.haveAccount : t.account.newAccount}
            </Button>
          </div>
        }
      >
        {way === 'new' && (
          <>
            <TextField
              label={t.account.name}
              autoComplete="name"
              required
              autoFocus
              maxLength={200}
              value={name}
              onValue={setName}
            />
            <NewPassword label={t.signIn.password} value={password} onValue={setPassword} />
          </>
        )}
        {way === 'known' && (
          <TextField
            label={t.account.ownPassword}
            type="password"
            autoComplete="current-password"
            required
            autoFocus
            value={password}
            onValue={setPassword}
          />
        )}
      </Form>
    </DoorPage>
  )
}

function given(way: Way, name: string, password: string) {
  if (way === 'signed-in') return {}
  return way === 'new' ? { name, password } : { password }
}
