import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { NewPassword } from '../../session/new-password.tsx'
import { useMe } from '../../session/role.ts'
import { admin } from '../../session/session.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'

export function ChangePassword() {
  const { person } = useMe()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useChange({
    run: () => admin().account.changePassword({ current_password: current, new_password: next }),
    refreshes: [['sessions']],
    said: t.security.passwordChanged,
    onDone: () => {
      setCurrent('')
      setNext('')
    },
  })
  return (
    <Card title={t.security.password}>
      <Form
        onSubmit={() => change.mutate()}
        error={change.error}
        actions={
          <div>
            <Button kind="primary" type="submit" isBusy={change.isPending}>
              {t.security.changePassword}
            </Button>
          </div>
        }
      >
        {/* So that a password manager knows whose it is. */}
        <input type="hidden" autoComplete="username" value={person?.email ?? ''} readOnly />
        <TextField
          label={t.security.currentPassword}
          type="password"
          autoComplete="current-password"
          required
          value={current}
          onValue={setCurrent}
        />
        <NewPassword label={t.security.newPassword} value={next} onValue={setNext} />
      </Form>
    </Card>
  )
}
