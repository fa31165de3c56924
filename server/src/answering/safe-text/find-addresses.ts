import type { AllowedLinks } from './allowed-links.ts'

/**
 * Everything that some markdown renderer turns into a link although it is not marked as one, and
 * the schemes that a browser or a desktop acts upon. Addresses end at the first `<`, at a `|`, which
 * may begin a table's next cell, and at the first character that is not ASCII, so that no words behind
 * one are lost.
 */
const WITH_SLASHES = 'http https ftp ftps sftp sftps ws wss file smb ssh git intent'.split(' ')
const WITHOUT_SLASHES = 'javascript vbscript mailto xmpp'.split(' ')
const WEB = new RegExp(
  String.raw`(?:(?:${WITH_SLASHES.join('|')})://|(?:${WITHOUT_SLASHES.join('|')}):|data:[a-z]+/|www\.)[!-;=-{}~]*`,
  'i',
)
const DOMAIN = /@[-.\w]*\.[-\w][!-;=-{}~]*/y

type Found = { index: number; match: string }

/** The first address of a text. With `isNameOut` an email address begins at its `@`. */
function findAddress(text: string, isNameOut: boolean): Found | undefined {
  const web = WEB.exec(text)
  const mail = findMail(text, isNameOut)
  if (!web || (mail && mail.index < web.index)) return mail
  return { index: web.index, match: web[0] }
}

/** From each `@` outwards: a pattern that began with the name would try it from every character. */
function findMail(text: string, isNameOut: boolean): Found | undefined {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let index = at
    while (index > 0 && /[-.\w+]/.test(text.charAt(index - 1))) index--
    DOMAIN.lastIndex = at
    const domain = index < at ? DOMAIN.exec(text)?.[0] : undefined
    if (domain !== undefined) {
      return isNameOut
        ? { index: at, match: domain }
        : { index, match: text.slice(index, at) + domain }
    }
  }
  return undefined
}

/** How the addresses that have no name before them begin. */
const BEGINNINGS = [
  ...WITH_SLASHES.map((scheme) => `${scheme}://`),
  ...WITHOUT_SLASHES.map((scheme) => `${scheme}:`),
  'data:',
  'www.',
]
const LONGEST_BEGINNING = Math.max(...BEGINNINGS.map(({ length }) => length))

/** Where in a word that is still being written an address may have begun; its length if nowhere. */
export function possibleAddressStart(word: string): number {
  const certain = word.search(/[&\\@:]|www\./i)
  const end = certain < 0 ? word.length : certain
  for (let start = Math.max(0, end - LONGEST_BEGINNING); start < end; start++) {
    const tail = word.slice(start, end).toLowerCase()
    if (BEGINNINGS.some((beginning) => beginning.startsWith(tail))) return start
  }
  return end
}

const TRAILING = /[?!.,:;*_~'"\])}>|]+$/

/** Character references and escapes hide an address from us, and not from every renderer. */
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]{1,31}));/g
const NAMED: Readonly<Record<string, string>> = {
  colon: ':',
  sol: '/',
  period: '.',
  commat: '@',
  lowbar: '_',
  UnderBar: '_',
  plus: '+',
  fjlig: 'fj',
}
const ESCAPE = /\\([!-/:-@[-`{-~])/g

export type TextPart = { kind: 'text' | 'code' | 'link'; text: string }

/**
 * A word with its addresses taken out, or null where it has none. An address of a cited page becomes a
 * link, one that a passage quotes becomes code, any other goes. What it leaves together may be an
 * address again.
 */
export function withoutAddresses(
  word: string,
  allowed: AllowedLinks,
  isNameOut = false,
): TextPart[] | null {
  const plain = decode(word)
  const found = findAddress(plain, isNameOut)
  if (!found) return null
  const toText = plain === word ? (text: string) => text : escaped
  const address = trimmed(found.match)
  const before = toText(plain.slice(0, found.index))
  const after = toText(plain.slice(found.index + address.length))
  const shown = shownAddress(address, allowed)
  const again = (text: string) => withoutAddresses(text, allowed, isNameOut) ?? [textPart(text)]
  return shown ? [textPart(before), shown, ...again(after)] : again(before + after)
}

const textPart = (text: string): TextPart => ({ kind: 'text', text })

function shownAddress(address: string, allowed: AllowedLinks): TextPart | undefined {
  const link = allowed.find(address)
  if (link !== undefined) return { kind: 'link', text: `<${link}>` }
  const isCode = !address.includes('`') && allowed.isQuoted(address)
  return isCode ? { kind: 'code', text: `\`${address}\`` } : undefined
}

const decode = (word: string): string =>
  word
    .replace(REFERENCE, (reference, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? reference
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
      const character = code < 0x80 ? String.fromCharCode(code) : ''
      return /[\w:/.@+-]/.test(character) ? character : reference
    })
    .replace(ESCAPE, '$1')

/** What was decoded must not become markup. A citation's marker is ours, and stays one. */
const escaped = (text: string): string =>
  text.replace(/(\[\d+\])|[\\`*_[\]<>]/g, (char, marker?: string) => marker ?? `\\${char}`)

function trimmed(match: string): string {
  let address = match
  for (;;) {
    const shorter = address.replace(TRAILING, (tail) =>
      isBalanced(address) ? tail.replace(/[^)]+$/, '') : '',
    )
    if (shorter === address || shorter === '') return address
    address = shorter
  }
}

const isBalanced = (address: string): boolean =>
  address.split('(').length === address.split(')').length
