import { languageRules, type LanguageRules } from './terms-languages.ts'
import { needsSegmenting, scriptRuns, segmentWords } from './terms-segment.ts'
import { TERM_SPACE } from './vector-text.ts'

/** Longer tokens are base64, hashes and minified code: nobody searches for them. */
const MAX_TERM_LENGTH = 64

/**
 * A token: an optional flag prefix (`--dry-run`, `-A`), then letters and digits, which `_ . - / : @`
 * and apostrophes may join (`ERR_INVALID_ARG`, `v1.29.3`, `foo/bar.yaml`, `don't`).
 */
const TOKEN =
  /(?:(?<![\p{L}\p{M}\p{N}_-])-{1,2}(?=\p{L}))?[\p{L}\p{M}\p{N}]+(?:(?:[.\-/:@']|_+)[\p{L}\p{M}\p{N}]+)*/gu
const JOINER = /[_.\-/:@']+/u
const CAMEL_BOUNDARY = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
const PLURAL_ACRONYM = /^\p{Lu}{2,}s$/u
const ONLY_LETTERS = /^[\p{L}\p{M}]+$/u

/** The terms of a text, in order and with repeats. Passages and queries are analysed alike. */
export function analyse(text: string, language = 'en'): string[] {
  const rules = languageRules(language)
  const terms: string[] = []
  for (const token of normalise(text).match(TOKEN) ?? []) {
    for (const term of rememberedTerms(token, rules)) terms.push(term)
  }
  return terms
}

/** Looking up a token costs less than finding its terms again. The map is cleared when full. */
const MAX_REMEMBERED_TOKENS = 50_000
const tokens = new Map<LanguageRules, Map<string, readonly string[]>>()

function rememberedTerms(token: string, rules: LanguageRules): readonly string[] {
  if (token.length > MAX_TERM_LENGTH) return getTerms(token, rules)
  let known = tokens.get(rules)
  if (!known) tokens.set(rules, (known = new Map()))
  let terms = known.get(token)
  if (!terms) {
    if (known.size >= MAX_REMEMBERED_TOKENS) known.clear()
    known.set(token, (terms = getTerms(token, rules)))
  }
  return terms
}

function getTerms(token: string, rules: LanguageRules): string[] {
  const terms: string[] = []
  if (needsSegmenting(token)) addMixed(terms, token, rules)
  else addToken(terms, token, rules)
  return terms
}

/** One character for all apostrophes, and `i` for the Turkish capital `İ`. */
function normalise(text: string): string {
  return text.normalize('NFKC').replaceAll('’', "'").replaceAll('ʼ', "'").replaceAll('İ', 'i')
}

/** `使用kubectl命令`: unspaced runs are segmented, the rest is split as usual. */
function addMixed(terms: string[], token: string, rules: LanguageRules): void {
  for (const run of scriptRuns(token)) {
    if (needsSegmenting(run)) {
      for (const word of segmentWords(run)) addWord(terms, word, rules)
    } else {
      for (const [part] of run.matchAll(TOKEN)) addToken(terms, part, rules)
    }
  }
}

/** An identifier is indexed whole and by its parts, so that either finds it. */
function addToken(terms: string[], token: string, rules: LanguageRules): void {
  if (rules.stopWords.has(token.toLowerCase())) return
  const parts = token.replace(/'s$/i, '').split(JOINER).filter(Boolean)
  // A possessive or `don't` is not an identifier.
  if (JOINER.test(token.replaceAll("'", ''))) addExact(terms, token)
  for (const part of parts) {
    addWord(terms, part, rules)
    for (const word of camelWords(part)) addWord(terms, word, rules)
  }
}

/** `getUserById` has four words, `IPv6` and `mRNA` have one; `PVCs` is also a `PVC`. */
function camelWords(part: string): string[] {
  if (part.length > MAX_TERM_LENGTH) return []
  if (PLURAL_ACRONYM.test(part)) return [part.slice(0, -1)]
  const words = part.split(CAMEL_BOUNDARY)
  return words.length > 1 && words.every((word) => word.length > 1) ? words : []
}

function addExact(terms: string[], token: string): void {
  if (token.length <= MAX_TERM_LENGTH) terms.push(token.toLowerCase())
}

function addWord(terms: string[], part: string, rules: LanguageRules): void {
  if (part.length > MAX_TERM_LENGTH) return
  const word = part.toLowerCase()
  if (rules.stopWords.has(word)) return
  // Some stemmers remove a word that is all suffix, such as `ları` in Turkish.
  terms.push(ONLY_LETTERS.test(word) ? rules.stem(word) || word : word)
}

export const K1 = 0.9
const B = 0.4

/**
 * A fixed length in place of the collection's average, so that a passage's weights depend on nothing
 * but the passage. A passage of the target size has about 120 terms. On SciFact the
 * constants 64, 100, 120, 150 and 200 give an nDCG@10 of .687, .688, .686, .687 and .683, and the true
 * average, 163, gives .687.
 */
export const AVERAGE_LENGTH = 120

/**
 * A word in the title or a heading counts as this many in the text: it says what the page is about.
 * docs/decisions/0007-fusion.md compares values.
 */
const HEADING_COUNT = 4

/** The BM25 weight of each distinct term, saturated and normalised by length, before idf. */
export function passageWeights(
  terms: readonly string[],
  headingTerms: readonly string[] = [],
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  for (const term of headingTerms) counts.set(term, (counts.get(term) ?? 0) + HEADING_COUNT)
  const length = terms.length + headingTerms.length
  const norm = K1 * (1 - B + (B * length) / AVERAGE_LENGTH)
  for (const [term, count] of counts) counts.set(term, (count * (K1 + 1)) / (count + norm))
  return counts
}

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

let saltedFor = ''
let salt = fnv1a('\0', FNV_OFFSET)

/**
 * FNV-1a, 32 bits, over the UTF-16 units of `knowledgeBaseId\0term`, in 1 to TERM_SPACE. Stored
 * passages hold these numbers, so a change here requires reindexing every passage.
 */
export function termId(knowledgeBaseId: string, term: string): number {
  if (knowledgeBaseId !== saltedFor) {
    salt = fnv1a(`${knowledgeBaseId}\0`, FNV_OFFSET)
    saltedFor = knowledgeBaseId
  }
  return ((fnv1a(term, salt) >>> 0) % TERM_SPACE) + 1
}

function fnv1a(text: string, state: number): number {
  let hash = state
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME)
  }
  return hash
}
