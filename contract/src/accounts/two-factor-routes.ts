import { ADMIN_PREFIX } from '../paths.ts'
import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../route.ts'
import {
  PasswordProof,
  RecoveryCodes,
  TwoFactorCode,
  TwoFactorEnrolment,
  TwoFactorStatus,
} from './two-factor.ts'

const TWO_FACTOR = `${ADMIN_PREFIX}/me/two-factor`
const refusals = [...anyRefusal, ...bodyRefusals, 'FORBIDDEN', 'CONFLICT'] as const

/** The second factor of the person who signed in. */
export const twoFactorRoutes = defineRoutes({
  getTwoFactor: {
    method: 'get',
    path: TWO_FACTOR,
    tag: 'account',
    summary: 'Get whether your sign-in asks for a code',
    response: json(200, TwoFactorStatus),
    refusals: [...anyRefusal, 'FORBIDDEN'],
    openTo: 'session',
  },
  beginTwoFactor: {
    method: 'post',
    path: TWO_FACTOR,
    tag: 'account',
    summary: 'Get a secret for your authenticator; nothing is asked for until it is confirmed',
    body: PasswordProof,
    response: json(201, TwoFactorEnrolment),
    refusals,
    openTo: 'own_sign_in',
    audit: 'two_factor.begin',
  },
  confirmTwoFactor: {
    method: 'post',
    path: `${TWO_FACTOR}/confirm`,
    tag: 'account',
    summary: 'Turn the second factor on with its first code; the reply has the recovery codes',
    body: TwoFactorCode,
    response: json(200, RecoveryCodes),
    refusals,
    openTo: 'own_sign_in',
    audit: 'two_factor.turn_on',
  },
  replaceRecoveryCodes: {
    method: 'post',
    path: `${TWO_FACTOR}/recovery-codes`,
    tag: 'account',
    summary: 'Replace your recovery codes; the ones before work no more',
    body: PasswordProof,
    response: json(200, RecoveryCodes),
    refusals,
    openTo: 'own_sign_in',
    audit: 'two_factor.replace_recovery_codes',
  },
  turnOffTwoFactor: {
    method: 'post',
    path: `${TWO_FACTOR}/turn-off`,
    tag: 'account',
    summary: 'Turn the second factor off',
    body: PasswordProof,
    response: noContent,
    refusals,
    openTo: 'own_sign_in',
    audit: 'two_factor.turn_off',
  },
})
