import { z } from 'zod'
import { Person } from './people.ts'
import { SecondStep } from './two-factor.ts'

/** Of whoever has proved who they are: they are signed in, or a code is needed besides. */
export const SignInResult = z.union([Person, SecondStep]).meta({ id: 'SignInResult' })
export type SignInResult = z.infer<typeof SignInResult>
