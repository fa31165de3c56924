import type { Config } from '../../config/config.ts'
import type { Finding } from './finding.ts'
import { ok, warning } from './finding.ts'

/** Settings that are valid, and may still not be what is wanted. */
export function checkSettings(config: Config): Finding[] {
  return [
    ok('configuration', 'All settings can be read.'),
    address(config),
    sealing(config),
    proxy(config),
  ]
}

function address({ PUBLIC_URL }: Config): Finding {
  const check = 'public address'
  if (PUBLIC_URL === undefined) {
    return warning(
      check,
      'PUBLIC_URL is not set: readers cannot sign in, and links in mails lead nowhere.',
      'Set PUBLIC_URL to the address that people use, such as https://ask.example.com.',
    )
  }
  const { protocol, hostname } = new URL(PUBLIC_URL)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return protocol === 'https:' || isHere
    ? ok(check, `${PUBLIC_URL}.`)
    : warning(
        check,
        `${PUBLIC_URL} is not encrypted, so keys and sign-ins can be read on their way.`,
        'Put TLS in front and set PUBLIC_URL to its https address.',
      )
}

const sealing = ({ SECRETS_KEY }: Config): Finding =>
  SECRETS_KEY === undefined
    ? warning(
        'sealed secrets',
        'SECRETS_KEY is not set: model keys of knowledge bases, webhooks and readers’ sign-in are refused.',
        'Set SECRETS_KEY, made for example with openssl rand -hex 32, and keep it.',
      )
    : ok('sealed secrets', 'SECRETS_KEY is set.')

const proxy = ({ TRUST_PROXY }: Config): Finding =>
  TRUST_PROXY === true
    ? warning(
        'proxy',
        'TRUST_PROXY is true: a reader can claim any address, and so escape the limits per address.',
        'Name the proxies, such as TRUST_PROXY=10.0.0.0/8, or how many there are.',
      )
    : ok('proxy', TRUST_PROXY === false ? 'No proxy is trusted.' : 'The named proxies are trusted.')
