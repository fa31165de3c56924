import { z } from 'zod'
import { Person } from './people.ts'
import { SecondStep } from './two-factor.ts'

/** What follows a proof of identity: the person is signed in, or a code is needed as well. */
export const SignInResult = z.union([Person, SecondStep]).meta({ id: 'SignInResult' })
export type SignInResult = z.infer<typeof SignInResult>
