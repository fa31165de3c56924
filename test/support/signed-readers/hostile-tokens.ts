import {
  BASE,
  encode,
  es,
  good,
  hmac,
  hs,
  jwks,
  now,
  otherRsa,
  PUBLIC_PEM,
  rs,
  SECRET,
  text,
  unsigned,
  without,
} from './signed-tokens.ts'

const NOT_A_JWT = /is not a signed JWT/
export const SIGNATURE = /has no valid signature/
const ALGORITHM = /has an algorithm that is not allowed/

/** Each with what the refusal says. */
export const HOSTILE_TOKENS: [name: string, make: () => string, problem: RegExp][] = [
  ['nothing', () => '', NOT_A_JWT],
  ['white space', () => ' ', NOT_A_JWT],
  ['a word', () => 'token', NOT_A_JWT],
  ['the word Bearer before it', () => `Bearer ${hs(good())}`, NOT_A_JWT],
  ['white space around it', () => ` ${hs(good())}`, NOT_A_JWT],
  ['two tokens in one header', () => `${hs(good())}, ${hs(good())}`, NOT_A_JWT],
  ['two parts', () => hs(good()).split('.').slice(0, 2).join('.'), NOT_A_JWT],
  ['four parts', () => `${hs(good())}.AAAA`, NOT_A_JWT],
  ['five parts, as if it were encrypted', () => 'e30.AA.AA.AA.AA', NOT_A_JWT],
  ['padding', () => hs(good()).replace('.', '=.'), NOT_A_JWT],
  ['letters of plain base64', () => `${hs(good()).slice(0, -1)}+`, NOT_A_JWT],
  ['a header that is no JSON', () => hs(good(), '{'), NOT_A_JWT],
  ['a header that is a list', () => hs(good(), []), NOT_A_JWT],
  ['claims that are no JSON', () => hs('{'), NOT_A_JWT],
  ['claims that are a text', () => hs('"ada"'), NOT_A_JWT],
  ['claims that are null', () => hs('null'), NOT_A_JWT],
  [
    'claims that are no UTF-8',
    () => {
      const head = encode({ alg: 'HS256' })
      const body = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]).toString('base64url')
      return `${head}.${body}.${hmac(`${head}.${body}`, SECRET)}`
    },
    NOT_A_JWT,
  ],
  ['a byte order mark', () => hs(`\uFEFF${JSON.stringify(good())}`), NOT_A_JWT],
  ['a claim twice', () => hs(`{${text(good())},"sub":"root"}`), NOT_A_JWT],
  ['a claim twice, once escaped', () => hs(`{${text(good())},"s\\u0075b":"root"}`), NOT_A_JWT],
  ['a claim twice further in', () => hs(`{${text(good())},"x":{"a":1,"a":2}}`), NOT_A_JWT],
  ['a header field twice', () => hs(good(), '{"alg":"none","alg":"HS256"}'), NOT_A_JWT],
  ['10 kB', () => hs(good({ groups: ['x'.repeat(10_000)] })), /is longer than 8192 characters/],
  ['no algorithm', () => hs(good(), { typ: 'JWT' }), /names no algorithm/],
  ['an algorithm that is no text', () => hs(good(), { alg: ['HS256'] }), /names no algorithm/],
  ['alg none', () => unsigned({ alg: 'none' }), NOT_A_JWT],
  ['alg none and a signature', () => hs(good(), { alg: 'none' }), ALGORITHM],
  ['alg nOnE', () => hs(good(), { alg: 'nOnE' }), ALGORITHM],
  ['alg hs256', () => hs(good(), { alg: 'hs256' }), ALGORITHM],
  ['HS384', () => hs(good(), { alg: 'HS384' }), ALGORITHM],
  ['HS512', () => hs(good(), { alg: 'HS512' }), ALGORITHM],
  ['an algorithm that hides itself', () => hs(good(), { alg: 'dir', enc: 'A128GCM' }), ALGORITHM],
  [
    'an unknown extension',
    () => hs(good(), { alg: 'HS256', crit: ['x'], x: 1 }),
    /header that is not supported/,
  ],
  [
    'an empty list of extensions',
    () => hs(good(), { alg: 'HS256', crit: [] }),
    /header that is not supported/,
  ],
  [
    'claims that are not encoded',
    () => hs(good(), { alg: 'HS256', crit: ['b64'], b64: false }),
    /header that is not supported/,
  ],
  ['compression', () => hs(good(), { alg: 'HS256', zip: 'DEF' }), /header that is not supported/],
  [
    'another secret',
    () => hs(good(), { alg: 'HS256' }, 'fnr_another-secret-with-enough-bytes'),
    SIGNATURE,
  ],
  ['an empty secret', () => hs(good(), { alg: 'HS256' }, ''), SIGNATURE],
  [
    'the public key as the secret',
    () => hs(good(), { alg: 'HS256', kid: 'rsa' }, PUBLIC_PEM),
    SIGNATURE,
  ],
  [
    'the modulus as the secret',
    () => hs(good(), { alg: 'HS256', kid: 'rsa' }, Buffer.from(jwks.keys[0]?.n ?? '', 'base64url')),
    SIGNATURE,
  ],
  [
    'RS256 in the header, and the secret',
    () => hs(good(), { alg: 'RS256', kid: 'rsa' }),
    SIGNATURE,
  ],
  [
    'a shared key among the public ones',
    () => hs(good(), { alg: 'RS256', kid: 'shared' }),
    SIGNATURE,
  ],
  [
    'another RSA key by that name',
    () => rs(good(), { alg: 'RS256', kid: 'rsa' }, otherRsa.privateKey),
    SIGNATURE,
  ],
  [
    'a key that is for encryption',
    () => rs(good(), { alg: 'RS256', kid: 'enc' }, otherRsa.privateKey),
    SIGNATURE,
  ],
  [
    'a key by another algorithm than its own',
    () => rs(good(), { alg: 'PS256', kid: 'rsa' }),
    SIGNATURE,
  ],
  [
    'an unknown key',
    () => rs(good(), { alg: 'RS256', kid: 'gone' }, otherRsa.privateKey),
    SIGNATURE,
  ],
  [
    'a key that it brings along',
    () =>
      rs(
        good(),
        { alg: 'RS256', kid: 'mine', jwk: otherRsa.publicKey.export({ format: 'jwk' }) },
        otherRsa.privateKey,
      ),
    SIGNATURE,
  ],
  [
    'an address of keys that it brings along',
    () =>
      rs(
        good(),
        { alg: 'RS256', kid: 'mine', jku: 'https://evil.example/keys' },
        otherRsa.privateKey,
      ),
    SIGNATURE,
  ],
  [
    'a `kid` that is a path',
    () => hs(good(), { alg: 'HS256', kid: '../../../dev/null' }, ''),
    SIGNATURE,
  ],
  [
    'ES256 with a signature of zeros',
    () => es(good()).replace(/[^.]+$/, encode(Buffer.alloc(64).toString('latin1'))),
    SIGNATURE,
  ],
  [
    'a changed claim',
    () => {
      const [head = '', , tail = ''] = hs(good()).split('.')
      return `${head}.${encode(good({ sub: 'root' }))}.${tail}`
    },
    SIGNATURE,
  ],
  ['a signature cut short', () => hs(good()).slice(0, -4), SIGNATURE],
  ['no `sub`', () => hs(without('sub')), /claim sub is missing/],
  ['an empty `sub`', () => hs(good({ sub: '' })), /claim sub must be a text/],
  ['a `sub` that is a number', () => hs(good({ sub: 7 })), /claim sub must be a text/],
  ['a `sub` with NUL', () => hs(good({ sub: 'a\0b' })), /claim sub must be a text/],
  [
    'half a surrogate pair in `sub`',
    () => hs(`{${text(without('sub'))},"sub":"\\ud83d"}`),
    /claim sub must be a text/,
  ],
  ['a `sub` of 257 characters', () => hs(good({ sub: 'a'.repeat(257) })), /more than 256/],
  ['no `exp`', () => hs(without('exp')), /claim exp is missing/],
  [
    'an `exp` that is a text',
    () => hs(good({ exp: '9999999999' })),
    /claim exp that is not a number/,
  ],
  ['an `exp` that is null', () => hs(good({ exp: null })), /claim exp that is not a number/],
  [
    'an `exp` beyond all numbers',
    () => hs(`{${text(without('exp'))},"exp":1e999}`),
    /claim exp that is not a number/,
  ],
  ['an `exp` in milliseconds', () => hs(good({ exp: Date.now() + 300_000 })), /more than 24 hours/],
  ['an `exp` in two days', () => hs(good({ exp: now() + 172_800 })), /more than 24 hours/],
  ['an `exp` that is over', () => hs(good({ exp: now() - 61 })), /has expired/],
  ['an `exp` before everything', () => hs(good({ exp: -1 })), /has expired/],
  ['an `nbf` in an hour', () => hs(good({ nbf: now() + 3_600 })), /is not valid yet/],
  ['an `nbf` that is a text', () => hs(good({ nbf: '0' })), /claim nbf that is not a number/],
  ['an `iat` in an hour', () => hs(good({ iat: now() + 3_600 })), /made in the future/],
  ['no audience', () => hs(without('aud')), /claim aud is missing/],
  ['another audience', () => hs(good({ aud: 'other' })), /another audience/],
  ['no audience in a list', () => hs(good({ aud: [] })), /another audience/],
  ['an audience in a list in a list', () => hs(good({ aud: [[BASE]] })), /another audience/],
  ['groups that are a text', () => hs(good({ groups: 'staff' })), /groups that is not a list/],
  ['groups that are numbers', () => hs(good({ groups: [1] })), /groups that is not a list/],
  [
    '201 groups',
    () => hs(good({ groups: Array.from({ length: 201 }, () => 'a') })),
    /more than 200 groups/,
  ],
]
