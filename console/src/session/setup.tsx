import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from './texts.ts'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { DoorPage } from './door-page.tsx'
import { enterConsole, linkToken } from './link-token.ts'
import { NewPassword } from './new-password.tsx'
import { setUp } from './session.ts'
import { Submit } from './sign-in.tsx'

/** Behind the link that the first start logs: creates the first owner. */
export function SetupPage() {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [token] = useState(linkToken)
  const create = useMutation({
    mutationFn: () => setUp({ token, name, email: email.trim(), password }),
    onSuccess: enterConsole,
  })
  return (
    <DoorPage title={t.account.setUp} lead={t.account.setUpLead}>
      <Form
        onSubmit={() => create.mutate()}
        error={create.error}
        actions={<Submit text={t.account.createOwner} isBusy={create.isPending} />}
      >
        <TextField
          label={t.account.name}
          autoComplete="name"
          required
          autoFocus
          maxLength={200}
          value={name}
          onValue={setName}
        />
        <TextField
          label={t.signIn.email}
          type="email"
          autoComplete="username"
          required
          value={email}
          onValue={setEmail}
        />
        <NewPassword label={t.signIn.password} value={password} onValue={setPassword} />
      </Form>
    </DoorPage>
  )
}
