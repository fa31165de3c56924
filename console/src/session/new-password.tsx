import { t } from './texts.ts'
import { TextField } from '../ui/field.tsx'

/** As the contract has it. */
const MIN_CHARACTERS = 12
const MAX_CHARACTERS = 128

type NewPasswordProps = { label: string; value: string; onValue: (value: string) => void }

export const NewPassword = ({ label, value, onValue }: NewPasswordProps) => (
  <TextField
    label={label}
    hint={t.account.passwordHint(MIN_CHARACTERS)}
    type="password"
    autoComplete="new-password"
    required
    minLength={MIN_CHARACTERS}
    maxLength={MAX_CHARACTERS}
    value={value}
    onValue={onValue}
  />
)
