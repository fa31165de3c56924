import { createHash } from 'node:crypto'
import { stringify } from 'yaml'

type Token = { text: string } | { action: string }
type Value = unknown

/**
 * As much of Helm's template language as our chart uses: values, pipelines, `if` and `with`. It throws
 * at anything else. Helm itself is not on the machines that run the tests.
 */
export function renderTemplate(template: string, root: Record<string, Value>): string {
  const tokens = tokensOf(template)
  const [text, rest] = renderUntilEnd(tokens, root)
  if (rest.length > 0) throw new Error('An end without its beginning')
  return text
}

function tokensOf(template: string): Token[] {
  const tokens: Token[] = []
  let from = 0
  let isTrimmed = false
  for (const match of template.matchAll(/\{\{(-?) *(.*?) *(-?)\}\}/g)) {
    const [whole, trimBefore, action = '', trimAfter] = match
    const text = template.slice(from, match.index)
    const begun = isTrimmed ? text.trimStart() : text
    tokens.push({ text: trimBefore === '-' ? begun.trimEnd() : begun }, { action })
    isTrimmed = trimAfter === '-'
    from = match.index + whole.length
  }
  const last = template.slice(from)
  return [...tokens, { text: isTrimmed ? last.trimStart() : last }]
}

/** What the tokens up to the next unmatched `end` make, and the tokens after it. */
function renderUntilEnd(tokens: readonly Token[], dot: Value): [string, Token[]] {
  let made = ''
  let rest = [...tokens]
  for (let token = rest.shift(); token !== undefined; token = rest.shift()) {
    if ('text' in token) {
      made += token.text
      continue
    }
    if (token.action === 'end') return [made, rest]
    const block = /^(if|with) (.+)$/.exec(token.action)
    if (block === null) {
      made += asText(evaluate(token.action, dot))
      continue
    }
    const value = evaluate(block[2] ?? '', dot)
    const [inner, after] = renderUntilEnd(rest, block[1] === 'with' ? value : dot)
    if (isTrue(value)) made += inner
    rest = after
  }
  return [made, rest]
}

const asText = (value: Value): string => {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new Error(`Cannot be written: ${JSON.stringify(value)}`)
}

/** Helm takes what is empty for false. */
const isTrue = (value: Value): boolean =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : value !== undefined && value !== '' && value !== 0 && value !== false && value !== null

const FUNCTIONS: Readonly<Record<string, (...values: Value[]) => Value>> = {
  add: (a, b) => Number(a) + Number(b),
  mul: (a, b) => Number(a) * Number(b),
  default: (otherwise, value) => (isTrue(value) ? value : otherwise),
  quote: (value) => JSON.stringify(asText(value)),
  printf: (format, ...values) =>
    values.reduce<string>((text, value) => text.replace('%s', () => asText(value)), asText(format)),
  sha256sum: (value) => createHash('sha256').update(asText(value)).digest('hex'),
  toYaml: (value) => stringify(value).trimEnd(),
  nindent: (spaces, value) => `\n${asText(value).replace(/^(?=.)/gm, ' '.repeat(Number(spaces)))}`,
}

function evaluate(expression: string, dot: Value): Value {
  const [first = '', ...stages] = expression.split(' | ')
  const start = call(wordsOf(first), [], dot)
  return stages.reduce<Value>((value, stage) => call(wordsOf(stage), [value], dot), start)
}

/** Words, with what is in parentheses or quotes as one. */
const wordsOf = (text: string): string[] => text.match(/\([^()]*\)|"[^"]*"|\S+/g) ?? []

function call(words: readonly string[], piped: Value[], dot: Value): Value {
  const [head = '', ...rest] = words
  const run = FUNCTIONS[head]
  if (run !== undefined) return run(...rest.map((word) => wordOf(word, dot)), ...piped)
  if (rest.length > 0 || piped.length > 0) throw new Error(`No function of Helm's: ${head}`)
  return wordOf(head, dot)
}

function wordOf(word: string, dot: Value): Value {
  if (word === '.') return dot
  if (word.startsWith('(')) return evaluate(word.slice(1, -1), dot)
  if (word.startsWith('"')) return JSON.parse(word)
  if (/^\d+$/.test(word)) return Number(word)
  if (!word.startsWith('.')) throw new Error(`No word of Helm's: ${word}`)
  let value: Value = dot
  for (const name of word.slice(1).split('.')) {
    if (typeof value !== 'object' || value === null || !(name in value)) {
      throw new Error(`${word} is not among the values`)
    }
    value = Reflect.get(value, name)
  }
  return value
}
