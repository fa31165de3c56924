import { needsSegmenting, segmentWords } from '../../text/terms-segment.ts'
import { analyse } from '../../text/terms.ts'
import type { NegationCues } from './negation-cues.ts'
import { NEGATION_CUES } from './negation-cues.ts'

const WORD = /[.!?;:。！？；：؟؛]|[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu
const END = /^[.!?;:。！？；：؟؛]$/
/** `No, it is not`: the first word answers the question and denies nothing by itself. */
const ANSWER = /^\s*(?:no|yes|nein|ja|non|oui|sí|não|sim|لا|نعم|不|いいえ|はい)\s*[,.!，、。،]/iu
/** How many terms a denial reaches. */
const REACH = 3
/** A denial this near, in words, may be meant. */
const NEAR_BEFORE = 5
const NEAR_AFTER = 2
/** A sentence with this share of the statement's terms says the same, or its opposite. */
const MIN_ALIGNED = 0.5

/** Words before and behind a denial that tell what is denied. */
const AROUND_WORDS = 6
/** A statement with this share of the terms around a denial, and so many of them, is about the same. */
const MIN_AROUND = 0.6
const MIN_SHARED_AROUND = 3

type Sentence = {
  words: readonly string[]
  /** The terms of each word; none for stop words. */
  terms: readonly (readonly string[])[]
}

export type NegationCheck = {
  /** Whether the statement denies what the passage says, or says what the passage denies. */
  contradicts(statement: string): boolean
}

/** null for a language whose denials are not known. */
export function createNegationCheck(passage: string, language: string): NegationCheck | null {
  const cues = NEGATION_CUES[language]
  if (!cues) return null
  const sentences = splitSentences(passage, language, cues).map((sentence) => ({
    ...sentence,
    all: new Set(sentence.terms.flat()),
  }))
  return {
    contradicts(statement) {
      const said = splitSentences(statement.replace(ANSWER, ''), language, cues)
      const stated = new Set(said.flatMap(({ terms }) => terms.flat()))
      const comparison = { cues, sentences, said, stated, aligned: bestAligned(sentences, stated) }
      return deniesAsserted(comparison) || assertsDenied(comparison)
    },
  }
}

type PassageSentence = Sentence & { all: ReadonlySet<string> }
type Comparison = {
  cues: NegationCues
  sentences: readonly PassageSentence[]
  /** Those of the passage that are nearest to the statement. */
  aligned: readonly PassageSentence[]
  said: readonly Sentence[]
  stated: ReadonlySet<string>
}

function deniesAsserted({ cues, sentences, aligned, said }: Comparison): boolean {
  return denialsIn(said, cues).some(({ scope }) => {
    const where = aligned.filter(({ all }) => scope.some((term) => all.has(term)))
    const judged = where.length > 0 ? where : sentences
    const nearest = scope.find((term) => judged.some(({ all }) => all.has(term)))
    return nearest === undefined
      ? aligned.length > 0 &&
          !aligned.some(({ words }) => words.some((word) => cues.any.test(word)))
      : !judged.some((sentence) => isDenied(sentence, nearest, cues))
  })
}

/**
 * What the nearest sentence denies, or what any sentence denies in the same words. The statement stands
 * if a sentence that is as near says it without a denial.
 */
function assertsDenied({ cues, sentences, aligned, said, stated }: Comparison): boolean {
  const isSaid = (term: string) => said.some((sentence) => isAffirmed(sentence, term, cues))
  const isBare = denialsIn(said, cues).length === 0
  const isAligned = denialsIn(aligned, cues).some(({ scope: [first, second] }) => {
    if (first === undefined || !isSaid(first)) return false
    return second === undefined || stated.has(second)
  })
  if (isBare && isAligned) return true
  const overlap = ({ all }: PassageSentence) => [...stated].filter((term) => all.has(term)).length
  return sentences.some((sentence) =>
    denialsIn([sentence], cues).some(({ scope: [first], around }) => {
      const shared = around.filter((term) => stated.has(term)).length
      if (shared < MIN_SHARED_AROUND || shared < MIN_AROUND * around.length) return false
      if (first === undefined || !isSaid(first)) return false
      const own = overlap(sentence)
      return !sentences.some((other) => isAffirmed(other, first, cues) && overlap(other) >= own)
    }),
  )
}

function splitSentences(text: string, language: string, cues: NegationCues): Sentence[] {
  const sentences: Sentence[] = []
  let words: string[] = []
  const end = () => {
    if (words.length > 0) {
      sentences.push({ words, terms: words.map((word) => analyse(word, language)) })
    }
    words = []
  }
  for (const [word] of text.matchAll(WORD)) {
    if (END.test(word)) end()
    else if (needsSegmenting(word)) words.push(...segmented(word, cues))
    else words.push(word)
  }
  end()
  return sentences
}

const segmented = (run: string, { within }: NegationCues): string[] =>
  (within ? run.split(within) : [run]).flatMap((part) =>
    within?.test(part) ? [part] : segmentWords(part),
  )

/** The sentences that share most of the statement's terms; none when no sentence has enough. */
function bestAligned<S extends { all: ReadonlySet<string> }>(
  sentences: readonly S[],
  stated: ReadonlySet<string>,
): S[] {
  const shared = sentences.map(({ all }) => [...stated].filter((term) => all.has(term)).length)
  const most = Math.max(0, ...shared)
  if (most < MIN_ALIGNED * stated.size) return []
  return sentences.filter((_, index) => shared[index] === most)
}

type Denial = {
  /** The terms that it denies, the nearest first. */
  scope: string[]
  /** All terms near it, on both sides. */
  around: string[]
}

const denialsIn = (sentences: readonly Sentence[], { plain, follows }: NegationCues): Denial[] =>
  sentences.flatMap(({ words, terms }) =>
    words.flatMap((word, at) => {
      if (!plain.test(word)) return []
      const denied = follows ? terms.slice(0, at).toReversed() : terms.slice(at + 1)
      const near = terms.slice(Math.max(0, at - AROUND_WORDS), at + AROUND_WORDS + 1)
      return [{ scope: denied.flat().slice(0, REACH), around: [...new Set(near.flat())] }]
    }),
  )

const findPlaces = ({ terms }: Sentence, term: string): number[] =>
  terms.flatMap((ofWord, at) => (ofWord.includes(term) ? [at] : []))

function isNear({ words }: Sentence, at: number, { any, follows }: NegationCues): boolean {
  const [before, after] = follows ? [NEAR_AFTER, NEAR_BEFORE] : [NEAR_BEFORE, NEAR_AFTER]
  return words.some(
    (word, place) => place !== at && place >= at - before && place <= at + after && any.test(word),
  )
}

const isDenied = (sentence: Sentence, term: string, cues: NegationCues): boolean =>
  findPlaces(sentence, term).some((at) => isNear(sentence, at, cues))

const isAffirmed = (sentence: Sentence, term: string, cues: NegationCues): boolean =>
  findPlaces(sentence, term).some((at) => !isNear(sentence, at, cues))
