import { isPlaceholder } from './placeholder.ts'
import type { Range } from './sensitive-span.ts'

const PASSWORD =
  'pass(?:word|wd|phrase|code|wort)|pwd|kennwort|mot de passe|contraseña|senha|palavra-passe|パスワード|密码'
const TOKEN =
  'api[ _-]?key|(?:access|secret|account|auth|shared|private|encryption|signing)[ _-]?key|secret|token'

/** `password: `, `"apiKey": "`, `DB_PASSWORD=`, `mot de passe : `, `パスワード：` */
const NAMED = new RegExp(
  `(?:(${PASSWORD})|${TOKEN})["'\`\\]]{0,2}\\s{0,3}(=>|:=|[=:：])[ \\t]{0,3}(["'\`]?)`,
  'giu',
)
/** "my password is hunter2" */
const SAID = new RegExp(
  `(?:${PASSWORD})(?: {1,2}(?:is|was|ist|war|lautet|est|es|é):? {1,2}|は ?)(["'\`]?)`,
  'giu',
)

/** `--password hunter2`, `--api-key …` */
const FLAG = new RegExp(`--[a-z-]{0,20}(?:(?:${PASSWORD})|${TOKEN}) {1,3}(["'\`]?)`, 'giu')
/** `curl -u user:hunter2` */
const USER_FLAG = /(?<!\S)(?:-u|--user) {1,3}["']?[^\s:"']{1,64}:/g

/** Up to a space, a quote, or a letter of a script in which no password is typed. */
const PASSWORD_VALUE = /[^\s"'`<>,;\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]{4,512}/y
const PASSWORD_IN_QUERY = /[^\s"'`<>,;&\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]{4,512}/y
const TOKEN_VALUE = /[\w.~+/=:-]{8,512}/y
/** `auth[1]`, `readPassword()`, `config.dbPassword` */
const EXPRESSION = /^[A-Za-z_$]+(?:\[|\(|\.[A-Za-z_$])/

export function* findAssignedSecrets(text: string): Generator<Range> {
  for (const { 0: before, 1: password, 2: sign, 3: quote, index } of text.matchAll(NAMED)) {
    const start = index + before.length
    if (password === undefined) {
      const token = valueAt(text, start, TOKEN_VALUE)
      if (token && isToken(token.text)) yield token
    } else {
      const value = valueAt(text, start, sign === '=' ? PASSWORD_IN_QUERY : PASSWORD_VALUE)
      if (value && isPassword(value.text, quote !== '' || sign === '=')) yield value
    }
  }
  for (const pattern of [SAID, FLAG, USER_FLAG]) {
    for (const { 0: before, 1: quote = '', index } of text.matchAll(pattern)) {
      const value = valueAt(text, index + before.length, PASSWORD_VALUE)
      if (value && isPassword(value.text, quote !== '')) yield value
    }
  }
}

function valueAt(
  text: string,
  start: number,
  shape: RegExp,
): (Range & { text: string }) | undefined {
  shape.lastIndex = start
  const value = shape.exec(text)?.[0].replace(/[.:?)\]}]+$/, '')
  return value ? { text: value, start, end: start + value.length } : undefined
}

const isToken = (value: string): boolean =>
  /\d/.test(value) && /[A-Za-z]/.test(value) && !isPlaceholder(value)

/** An ordinary word is a password only where nothing but one can stand. */
const isPassword = (value: string, isCertain: boolean): boolean =>
  !isPlaceholder(value) && !EXPRESSION.test(value) && (isCertain || isMixed(value))

/** Has a digit among other characters, or none and a symbol, a capital inside, or two hyphens. */
const isMixed = (value: string): boolean =>
  /\d/.test(value) ? /[^\d]/.test(value) : /[!@#$%^&*+=~]|[a-z][A-Z]|-.+-/.test(value)
