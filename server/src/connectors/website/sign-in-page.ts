import { Token, Tokenizer, TokenizerMode } from 'parse5'
import { readablePath } from '../../platform/readable-path.ts'

/** What a page shows, as far as it tells a sign-in page from others. */
export type ShownForm = {
  /** Whether it asks for a password, or for the user name of one. */
  readonly asksToSignIn: boolean
  /** Without those of its address, which a sign-in page may repeat. */
  readonly words: readonly string[]
}

/** A page that has more to say is no sign-in page, even with a form to sign in. */
const FEW_WORDS = 150
/** The share of words that two such pages have in common: a greeting may differ. */
const ALIKE = 0.9
const SIGN_IN_PATH =
  /(?:^|[/_.-])(?:log-?in|sign-?in|signin|logon|sso|oauth2?|saml2?|authenticate|authorize|session\/new|sessions\/new|wp-login\.php)(?:$|[/_.?-])/i
const HIDDEN = new Map<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['style', TokenizerMode.RAWTEXT],
  ['noscript', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
])

export const isSignInPath = (address: string): boolean =>
  URL.canParse(address) && SIGN_IN_PATH.test(new URL(address).pathname)

export function readForm(html: string, address: string): ShownForm {
  let asksToSignIn = false
  let text = ''
  let hidden: string | null = null
  const ignore = () => undefined
  const read = ({ chars }: { chars: string }) => {
    if (hidden === null) text += chars
  }
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onStartTag(token) {
        const { tagName } = token
        const mode = HIDDEN.get(tagName)
        if (mode !== undefined) {
          tokenizer.state = mode
          hidden = tagName
        }
        text += ' '
        if (tagName === 'input' && isSignInField(token)) asksToSignIn = true
      },
      onEndTag({ tagName }) {
        if (tagName === hidden) hidden = null
        text += ' '
      },
      onCharacter: read,
      onWhitespaceCharacter: read,
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
      onNullCharacter: ignore,
    },
  )
  tokenizer.write(html, true)
  const named = new Set(wordsIn(readablePath(address)))
  return { asksToSignIn, words: wordsIn(text).filter((word) => !named.has(word)) }
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

function isSignInField(token: Parameters<typeof Token.getTokenAttr>[0]): boolean {
  const type = Token.getTokenAttr(token, 'type')?.toLowerCase()
  const fills = Token.getTokenAttr(token, 'autocomplete')?.toLowerCase().split(/\s+/) ?? []
  if (type === 'hidden') return false
  return type === 'password' || fills.includes('current-password') || fills.includes('username')
}

/** A form to sign in, and little else. */
export const isBareForm = ({ asksToSignIn, words }: ShownForm): boolean =>
  asksToSignIn && words.length <= FEW_WORDS

export function areAlike(one: ShownForm, other: ShownForm): boolean {
  const [words, others] = [new Set(one.words), new Set(other.words)]
  const shared = [...words].filter((word) => others.has(word)).length
  return shared >= ALIKE * Math.max(words.size, others.size)
}
