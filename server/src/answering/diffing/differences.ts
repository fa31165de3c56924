import type { DiffDifference } from '@footnote/contract/admin/diffs/answer-diffs'
import { splitSentences } from '../../text/sentences.ts'
import { analyse } from '../../text/terms.ts'
import { findDisagreement, readFacts } from '../citations/agreement.ts'

/** A sentence, or a line of code or of a table, with the section that it is in. */
export type Statement = { text: string; section: number; terms: ReadonlySet<string> }

/** Two sentences of fewer common terms are not about the same. */
const MIN_ALIKE = 0.5
const MAX_STATEMENTS = 400

/** The statements of an answer of quoted sections, each section below a heading of its own. */
export function readStatements(answer: string, language: string): Statement[] {
  const statements: Statement[] = []
  let section = -1
  let fence: string | null = null
  let paragraph: string[] = []
  const end = () => {
    for (const text of splitSentences(paragraph.join('\n'))) add(text)
    paragraph = []
  }
  const add = (text: string) => {
    const plain = plainText(text)
    if (plain !== '')
      statements.push({ text: plain, section, terms: new Set(analyse(plain, language)) })
  }
  for (const line of answer.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined && (fence === null || line.trim() === fence)) {
      end()
      fence = fence === null ? mark : null
    } else if (fence !== null) add(line)
    else if (line.startsWith('### ')) {
      end()
      section += 1
    } else if (line.trim() === '') end()
    else if (/^\s*(?:[-*+]|\d+[.)]|\|)\s/.test(line)) {
      end()
      paragraph.push(line)
    } else paragraph.push(line)
  }
  end()
  return statements.slice(0, MAX_STATEMENTS)
}

/** Without markers, list signs, emphasis and the addresses of links. */
const plainText = (text: string): string =>
  text
    .replaceAll(/\[\d{1,2}\](?!\()/g, ' ')
    .replaceAll(/\]\(<?[^)>]*>?\)/g, ']')
    .replaceAll(/[[\]*]/g, '')
    .replace(/^\s*(?:[-+|]|\d+[.)])\s/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

export type Changed = DiffDifference & { section: number; terms: ReadonlySet<string> }

/** What the new statements say otherwise than those that are gone, in pairs of the nearest. */
export function findChanged(
  before: readonly Statement[],
  after: readonly Statement[],
  language: string,
): Changed[] {
  const kept = new Set(before.map(comparable))
  const still = new Set(after.map(comparable))
  const gone = before.filter((statement) => !still.has(comparable(statement)))
  const come = after.filter((statement) => !kept.has(comparable(statement)))
  return gone.flatMap((statement) => {
    const near = nearest(statement, come)
    const kind = near && disagreement(statement.text, near.text, language)
    if (!near || !kind) return []
    const { section, terms } = statement
    return [{ kind, before: statement.text, after: near.text, section, terms }]
  })
}

/** What is gone, and of which nothing that comes near is told now. */
export function findLost(before: readonly Statement[], after: readonly Statement[]): Statement[] {
  const still = new Set(after.map(comparable))
  return before.filter(
    (statement) => !still.has(comparable(statement)) && !nearest(statement, after),
  )
}

const comparable = ({ text }: Statement): string => text.toLowerCase().normalize('NFKC')

function nearest(statement: Statement, among: readonly Statement[]): Statement | undefined {
  let best: Statement | undefined
  let most = MIN_ALIKE
  for (const other of among) {
    const alike = likeness(statement.terms, other.terms)
    if (alike < most || (alike === most && best)) continue
    most = alike
    best = other
  }
  return best
}

/** Common terms, of all that either has. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((term) => b.has(term)).length
  const all = a.size + b.size - shared
  return all === 0 ? 0 : shared / all
}

/** What two sentences about the same disagree in, either way. */
function disagreement(
  before: string,
  after: string,
  language: string,
): DiffDifference['kind'] | null {
  if (codeNames(before) !== codeNames(after)) return 'name'
  return oneWay(after, before, language) ?? oneWay(before, after, language)
}

function oneWay(
  statement: string,
  passage: string,
  language: string,
): DiffDifference['kind'] | null {
  const terms = new Set(analyse(passage, language))
  const found = findDisagreement(statement, readFacts(passage, language, terms), [], () => true)
  // A name in words that is spelled otherwise is mostly a typo that was mended.
  return found === 'name' && !hasForeignName(statement, passage) ? null : found
}

/** Names in code, options, variables and files: what somebody types. */
const CODE =
  /`([^`\n]+)`|(?<![\w-])--?[a-z][\w-]*|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b[a-z]+(?:[A-Z][a-z0-9]+)+\b|\b[a-z]+\d\w*\b/g

const codeNames = (text: string): string =>
  [...new Set([...text.matchAll(CODE)].map(([whole, quoted]) => (quoted ?? whole).trim()))]
    .toSorted()
    .join('\n')

const MAX_TYPO = 2

function hasForeignName(statement: string, passage: string): boolean {
  const words = passage.match(/[\p{L}\p{N}]+/gu) ?? []
  const names = statement.match(/(?<=[\p{Ll}\p{N},;)]\s)\p{Lu}[\p{L}\p{N}]{3,}/gu) ?? []
  return names.some((name) => words.every((word) => editDistance(name, word) > MAX_TYPO))
}

function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MAX_TYPO) return MAX_TYPO + 1
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [at, letter] of Array.from(a).entries()) {
    const next = [at + 1]
    for (const [place, other] of Array.from(b).entries()) {
      const swapped = (row[place] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(swapped, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
