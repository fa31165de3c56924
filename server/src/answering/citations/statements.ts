import { sentencesOfLine } from '../../text/sentences.ts'

/** A marker in a text, `[3]` at `offset`. */
export type PlacedMarker = { index: number; offset: number }

const WORD = /[\p{L}\p{N}]/u
/** Prefixes of list items, headings, quotes and table rows. */
const LINE_PREFIX = /^(?:[\s>#|*+-]|\d{1,3}[.)](?=\s))+/u
const PRECEDING_LENGTH = 600
/** Only the part next to the marker is judged of a sentence that is longer. */
const MAX_STATEMENT_LENGTH = 800

/**
 * For each marker the statements it may refer to, narrowest first: the words since the previous marker,
 * its sentence, and its line since the previous marker. A line is a paragraph, a list item or a table
 * row; a marker after a full stop belongs to the sentence before.
 */
export function splitStatements(text: string, markers: readonly PlacedMarker[]): string[][] {
  const statements: string[][] = []
  for (let first = 0; first < markers.length;) {
    const { start, end } = lineAround(text, markers[first]?.offset ?? 0)
    let next = first
    while (next < markers.length && (markers[next]?.offset ?? end) < end) next += 1
    const line = withoutMarkers(text, { start, end }, markers.slice(first, next))
    const before = () => blockBefore(text, start)
    statements.push(...statementsOfLine(line.text, line.positions, before))
    first = next
  }
  return statements
}

function lineAround(text: string, offset: number): { start: number; end: number } {
  const end = text.indexOf('\n', offset)
  return { start: text.lastIndexOf('\n', offset) + 1, end: end === -1 ? text.length : end }
}

function withoutMarkers(
  text: string,
  line: { start: number; end: number },
  markers: readonly PlacedMarker[],
): { text: string; positions: number[] } {
  let bare = ''
  let from = line.start
  const positions = markers.map(({ index, offset }) => {
    bare += text.slice(from, offset)
    from = offset + `[${index}]`.length
    return bare.length
  })
  return { text: bare + text.slice(from, line.end), positions }
}

function statementsOfLine(
  line: string,
  positions: readonly number[],
  before: () => string,
): string[][] {
  const prefix = LINE_PREFIX.exec(line)?.[0].length ?? 0
  let end = prefix
  const bounds = sentencesOfLine(line.slice(prefix)).map((sentence) => {
    const start = end
    end += sentence.length
    return { start, end }
  })
  let clauseStart = prefix
  let clause = ''
  return positions.map((position) => {
    const since = line.slice(clauseStart, position)
    // Directly after another marker: both stand for the same words.
    if (WORD.test(since)) {
      clause = since
      clauseStart = position
    }
    if (clause === '') return [firstSentence(line, bounds, position) || before()]
    const lastWord = lastWordBefore(line, position)
    const sentence = bounds.find((bound) => bound.end > lastWord) ?? { start: 0, end: 0 }
    return unique([
      lastPart(clause.slice(-(position - sentence.start))),
      lastPart(line.slice(sentence.start, position)) +
        line.slice(position, Math.min(sentence.end, position + MAX_STATEMENT_LENGTH)),
      lastPart(clause),
    ])
  })
}

/** A marker before any word stands for what follows it. */
function firstSentence(
  line: string,
  bounds: readonly { start: number; end: number }[],
  position: number,
): string {
  const rest = line.slice(position, position + MAX_STATEMENT_LENGTH)
  const found = bounds.find(({ end }) => WORD.test(rest.slice(0, Math.max(0, end - position))))
  return found ? rest.slice(0, found.end - position) : ''
}

function lastWordBefore(line: string, position: number): number {
  let at = position - 1
  while (at > 0 && !WORD.test(line.charAt(at))) at -= 1
  return at
}

/** A marker alone on its line stands for the paragraph, the list or the code before it. */
function blockBefore(text: string, lineStart: number): string {
  const preceding = text.slice(Math.max(0, lineStart - PRECEDING_LENGTH), lineStart).trimEnd()
  return preceding.slice(preceding.lastIndexOf('\n\n') + 1)
}

const lastPart = (text: string): string => text.slice(-MAX_STATEMENT_LENGTH)

const unique = (statements: readonly string[]): string[] => [
  ...new Set(statements.map((statement) => statement.trim())),
]
