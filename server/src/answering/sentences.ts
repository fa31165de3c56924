const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Ends that are none: `e.g. Foo`, `z. B. Foo`, `J. Smith`. */
const ABBREVIATED =
  /(?:^|[\s(])(?:\p{Lu}|e\.\s?g|i\.\s?e|z\.\s?B|d\.\s?h|bzw|vgl|p\.\s?ej|cf|vs|approx|fig|no|nr|mr|mrs|ms|dr|st|ca)\.\s*$/iu
/** A part in brackets is not torn off, unless the bracket is never closed. */
const MAX_BRACKETED = 400

/** The sentences of a paragraph. Lines that were only wrapped are joined, others end a sentence. */
export function sentencesOf(paragraph: string): string[] {
  return joinWrapped(paragraph.split('\n')).flatMap(sentencesOfLine)
}

function sentencesOfLine(line: string): string[] {
  const sentences: string[] = []
  for (const { segment } of segmenter.segment(line)) {
    const before = sentences.at(-1)
    if (before !== undefined && isUnfinished(before)) {
      sentences[sentences.length - 1] = before + segment
    } else sentences.push(segment)
  }
  return sentences.flatMap(cutAtSpaces).filter((sentence) => sentence !== '')
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

function isUnfinished(text: string): boolean {
  if (ABBREVIATED.test(text)) return true
  return text.length < MAX_BRACKETED && count(text, '(') > count(text, ')')
}

const count = (text: string, character: string): number => text.split(character).length - 1

/** Nobody wraps shorter lines. */
const MIN_WRAPPED = 40

function joinWrapped(lines: readonly string[]): string[] {
  const joined: string[] = []
  for (const line of lines.map((text) => text.trim())) {
    const before = joined.at(-1)
    const goesOn =
      before !== undefined &&
      !/[.!?:;。！？：।]["')\]”’]*$/u.test(before) &&
      (/^\p{Ll}/u.test(line) || /[,–-]$/u.test(before)) &&
      before.length >= MIN_WRAPPED
    if (goesOn) joined[joined.length - 1] = `${before} ${line}`
    else if (line !== '') joined.push(line)
  }
  return joined
}
