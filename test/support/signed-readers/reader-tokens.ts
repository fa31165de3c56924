import { createHmac } from 'node:crypto'

export const SIGNER_SECRET = 'a-secret-of-the-reader-signer-in-tests'

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A token as a company's own login would sign it, with HS256, for five minutes. */
export function signReaderToken(
  claims: Record<string, unknown>,
  secret: string = SIGNER_SECRET,
  header: object = { alg: 'HS256', typ: 'JWT' },
): string {
  const exp = Math.floor(Date.now() / 1000) + 300
  const text = `${encode(header)}.${encode({ exp, ...claims })}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

/** An `exp` that ends a token so soon, with the minute that clocks may differ by. */
export const endsIn = (seconds: number): number => Date.now() / 1000 + seconds - 60
