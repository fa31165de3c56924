import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'
import { expect } from 'vitest'
import type { Service } from '../../support/service.ts'
import type { SignedIn } from './people.ts'
import { getCookie, PASSWORD, sendAs } from './people.ts'

const PATH = '/api/v1/admin/me/two-factor'
const PERIOD_MS = 30_000

export type Authenticator = {
  code: (periods?: number) => Promise<string>
  recoveryCodes: string[]
}

export const getCodes = (secret: string) => {
  const otp = createOTP(new TextDecoder().decode(base32.decode(secret)))
  return (periods = 0) => otp.hotp(Math.floor(Date.now() / PERIOD_MS) + periods)
}

/** Turns the second factor on. The session has another cookie then. */
export async function enrol(
  service: Service,
  person: SignedIn,
  /** null: they have none. */
  password: string | null = PASSWORD,
): Promise<Authenticator> {
  const begun = await sendAs(service, person, PATH, { json: password === null ? {} : { password } })
  expect(begun, begun.text).toMatchObject({ status: 201 })
  const { secret, uri } = begun.body as { secret: string; uri: string }
  const address = new URL(uri)
  expect(address.protocol).toBe('otpauth:')
  expect(address.searchParams.get('secret')).toBe(secret)
  expect(decodeURIComponent(address.pathname)).toContain(`Footnote:${person.email}`)
  const code = getCodes(secret)
  const wrong = await sendAs(service, person, `${PATH}/confirm`, { json: { code: 'x' } })
  expect(wrong.status).toBe(403)
  const confirmed = await sendAs(service, person, `${PATH}/confirm`, {
    json: { code: await code() },
  })
  expect(confirmed, confirmed.text).toMatchObject({ status: 200 })
  person.headers.cookie = getCookie(confirmed)
  const { recovery_codes } = confirmed.body as { recovery_codes: string[] }
  expect(new Set(recovery_codes).size).toBe(10)
  return { code, recoveryCodes: recovery_codes }
}
