import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { eld } from 'eld/extrasmall'

const require = createRequire(import.meta.url)
let detector: typeof eld | undefined

/** Loaded on first use: it takes 83 MB, and most processes that serve readers never need it. */
function detect(text: string) {
  if (!detector) {
    // By path: the package exports nothing for `require`, which is the only synchronous way to load it.
    const path = fileURLToPath(import.meta.resolve('eld/extrasmall'))
    const loaded: { eld: typeof eld } = require(path)
    detector = loaded.eld
  }
  return detector.detect(text)
}

/** When the language is unclear: what most code and documentation is written in. */
const FALLBACK = 'en'

/** Enough to find prose on a page that opens with a code listing. */
const READ_LENGTH = 16_000
/** The detector looks at no more than 380 bytes, so each sample is a vote of its own. */
const SAMPLE_LENGTH = 380
const MAX_SAMPLES = 12

const CODE_LINE = /^\s*(?:[$%#>]\s|\/\/|<|--?\w)|[;{}(\\]\s*$|[=!]=|[-=]>|\w\([!-~ ]{0,40}\)/
const ASCII_RUN = /[!-~]+/g
/** In a run of ASCII: a digit, an operator, or a word that goes on after a dot, slash, colon or hyphen. */
const CODE_RUN = /[\d_\\=<>{}[\]@#$|`*~^&+]|\w[./:-]+\w|^[-/.]/

/** The ISO 639-1 code of the language a page is written in, ignoring code and addresses. */
export function detectLanguage(text: string, declared?: string): string {
  const prose = getProse(text.slice(0, READ_LENGTH))
  return languageOfScript(prose) ?? vote(prose) ?? findPrimary(declared) ?? FALLBACK
}

/** `pt` of `pt-BR`. Read last: templates declare English on pages in any language. */
const findPrimary = (declared: string | undefined): string | undefined =>
  /^[a-z]{2}(?=$|[-_])/i.exec(declared ?? '')?.[0].toLowerCase()

export type LanguageScores = {
  /** A score from 0 to 1 by language; a missing language scores nothing. */
  scores: ReadonlyMap<string, number>
  isReliable: boolean
}

/** How much a short text, such as a question, looks like each language. */
export function scoreLanguages(text: string): LanguageScores {
  const prose = withoutCode(text.slice(0, SAMPLE_LENGTH)).trim()
  const script = languageOfScript(prose)
  if (script !== undefined) return { scores: new Map([[script, 1]]), isReliable: true }
  const result = detect(prose)
  const scores = Object.entries(result.getScores()).map(
    ([language, score]) => [getName(language), score] as const,
  )
  return { scores: new Map(scores), isReliable: result.isReliable() }
}

/** The lines that read as sentences; on a page without any, all that is not code. */
function getProse(text: string): string {
  const lines = text
    .split('\n')
    .filter((line) => !CODE_LINE.test(line))
    .map(withoutCode)
  const sentences = lines.filter(isSentence)
  return (sentences.length > 0 ? sentences : lines).join(' ').replace(/\s+/g, ' ')
}

const withoutCode = (line: string): string =>
  line.replace(ASCII_RUN, (run) => (CODE_RUN.test(run) ? ' ' : run))

const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/gu
const MIN_WORDS = 6

const isSentence = (line: string): boolean =>
  count(line, /\p{L}+/gu) >= MIN_WORDS || count(line, UNSPACED) >= MIN_WORDS

/** One of these says as much as several Latin letters, so names in Latin do not outweigh them. */
const MIN_SCRIPT_SHARE = 0.2
const MIN_KANA_SHARE = 0.1

/** Characters that may be Han, kana, Hangul or Thai; the other scripts are most texts. */
const EASTERN = /[\u0E00-\u1FFF\u2E80-\uFFFF]/

/** A script that one language has to itself, or two that kana tells apart. */
function languageOfScript(prose: string): string | undefined {
  if (!EASTERN.test(prose)) return undefined
  const min = MIN_SCRIPT_SHARE * count(prose, /\p{L}/gu)
  const han = count(prose, /\p{sc=Han}/gu)
  const kana = count(prose, /[\p{sc=Hira}\p{sc=Kana}]/gu)
  const hangul = count(prose, /\p{sc=Hang}/gu)
  const thai = count(prose, /\p{sc=Thai}/gu)
  const most = Math.max(han + kana, hangul, thai)
  if (most === 0 || most < min) return undefined
  if (most === hangul) return 'ko'
  if (most === thai) return 'th'
  return kana >= MIN_KANA_SHARE * most ? 'ja' : 'zh'
}

const count = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0

/** Commands and names are English words in any page: English needs twice the votes of another language. */
const ENGLISH_VOTE = 0.5

function vote(prose: string): string | undefined {
  const votes = new Map<string, number>()
  for (let sample = 0; sample < MAX_SAMPLES; sample += 1) {
    const result = detect(prose.slice(sample * SAMPLE_LENGTH, (sample + 1) * SAMPLE_LENGTH))
    if (!result.isReliable()) continue
    const language = getName(result.language)
    const weight = language === 'en' ? ENGLISH_VOTE : 1
    votes.set(language, (votes.get(language) ?? 0) + weight)
    // The samples that are left cannot change who wins.
    const [most = 0, second = 0] = [...votes.values()].toSorted((a, b) => b - a)
    if (most > second + (MAX_SAMPLES - 1 - sample)) break
  }
  const [winner] = [...votes].toSorted((a, b) => b[1] - a[1])
  return winner?.[0]
}

/** The detector has one name for Malay and Indonesian, which share their stems. */
const getName = (language: string): string => (language === 'ms' ? 'id' : language)
