const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Full stops that do not end a sentence: `e.g. Foo`, `z. B. Foo`, `J. Smith`. */
const ABBREVIATED =
  /(?:^|[\s(])(?:\p{Lu}|e\.\s?g|i\.\s?e|z\.\s?B|d\.\s?h|bzw|vgl|p\.\s?ej|cf|vs|approx|fig|no|nr|mr|mrs|ms|dr|st|ca)\.\s*$/iu
/** A quoted question or exclamation within a sentence: `“Why not?” compares`. */
const QUOTED = /[?!]["'”’»*_]+\s*$/u
/** The question mark of an address: `/compare?before=1`. */
const IN_ADDRESS = /^[?!][\w=&$%]/
/** Text in brackets is kept together, unless the bracket is never closed. */
const MAX_BRACKETED = 400
/** `It ended in 1648.[12] Then`: the reference belongs to the sentence before it. */
const REFERENCES = /(?<=[.!?]["')”’]?)(?:\[\d{1,3}\])+/gu

/** The sentences of a paragraph. Wrapped lines are joined; any other line break ends a sentence. */
export function splitSentences(paragraph: string): string[] {
  return joinWrapped(paragraph.split('\n'))
    .flatMap(sentencesOfLine)
    .flatMap(cutAtSpaces)
    .filter((sentence) => sentence !== '')
}

/** The sentences of one line, end to end: joined they are the line. */
export function sentencesOfLine(line: string): string[] {
  const plain = line.replaceAll(REFERENCES, (found) => ' '.repeat(found.length))
  const sentences: string[] = []
  let start = 0
  for (const { index } of segmenter.segment(plain)) {
    if (index === start || isUnfinished(line, start, index)) continue
    sentences.push(line.slice(start, index))
    start = index
  }
  if (start < line.length) sentences.push(line.slice(start))
  return sentences
}

/** Thai, Lao, Khmer and Burmese end a sentence, or a clause, with a space. */
const SPACE_ENDED = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u
const MIN_CLAUSE_LENGTH = 60

function cutAtSpaces(sentence: string): string[] {
  if (!SPACE_ENDED.test(sentence)) return [sentence.trim()]
  const clauses: string[] = []
  for (const part of sentence.trim().split(/\s+/)) {
    const before = clauses.at(-1)
    if (before === undefined || before.length >= MIN_CLAUSE_LENGTH) clauses.push(part)
    else clauses[clauses.length - 1] = `${before} ${part}`
  }
  return clauses
}

/** Only the tail can be an abbreviation; a longer one would be searched once for each full stop. */
const MAX_TAIL = 40

function isUnfinished(line: string, start: number, end: number): boolean {
  const tail = line.slice(Math.max(start, end - MAX_TAIL), end)
  if (ABBREVIATED.test(tail)) return true
  if (QUOTED.test(tail) && /^\p{Ll}/u.test(line.slice(end, end + 2))) return true
  if (IN_ADDRESS.test(line.slice(end - 1, end + 1))) return true
  if (end - start >= MAX_BRACKETED) return false
  const text = line.slice(start, end)
  return count(text, '(') > count(text, ')')
}

const count = (text: string, character: string): number => text.split(character).length - 1

/** Nobody wraps shorter lines. */
const MIN_WRAPPED = 40

function joinWrapped(lines: readonly string[]): string[] {
  const joined: string[][] = []
  let before = ''
  let length = 0
  for (const line of lines.map((text) => text.trim()).filter((text) => text !== '')) {
    if (length >= MIN_WRAPPED && continuesSentence(before, line)) joined.at(-1)?.push(line)
    else {
      joined.push([line])
      length = 0
    }
    before = line
    length += line.length
  }
  return joined.map((parts) => parts.join(' '))
}

const continuesSentence = (before: string, line: string): boolean =>
  !/[.!?:;。！？：।]["')\]”’]*$/u.test(before) && (/^\p{Ll}/u.test(line) || /[,–-]$/u.test(before))
