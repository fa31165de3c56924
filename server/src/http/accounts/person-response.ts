import type { Person as PersonResponse } from '@footnote/contract/accounts/people'
import type { SecondStep } from '@footnote/contract/accounts/two-factor'
import type { SignInOutcome } from '../../access/operators/auth-request.ts'
import type { Person } from '../../access/operators/operator.ts'

export const toPersonResponse = ({
  id,
  email,
  name,
  ownsInstallation,
}: Person): PersonResponse => ({ id, email, name, owns_installation: ownsInstallation })

export const toSignInResponse = ({ person }: SignInOutcome): PersonResponse | SecondStep =>
  person ? toPersonResponse(person) : { second_factor: 'totp' }
