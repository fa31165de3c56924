import { languageRules } from '../../text/terms-languages.ts'

const SCRIPTS = [
  /\p{sc=Latin}/gu,
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/gu,
  /\p{sc=Hang}/gu,
  /\p{sc=Cyrillic}/gu,
  /\p{sc=Greek}/gu,
  /\p{sc=Arabic}/gu,
  /\p{sc=Hebrew}/gu,
  /\p{sc=Devanagari}/gu,
  /\p{sc=Thai}/gu,
]
const LATIN = 0
const WORD = /[\p{L}\p{M}']+/gu
/** Fewer words may well have no function word among them. */
const MIN_WORDS = 8
const MIN_FUNCTION_WORD_SHARE = 0.15
/** A script besides Latin with this share of the letters is the text's script. */
const MIN_SCRIPT_SHARE = 0.2

/** Enough to tell a script by. */
const SAMPLE_LENGTH = 300

/** The position in SCRIPTS, -1 where there are none of their letters. */
function getScript(text: string): number {
  const sample = text.slice(0, SAMPLE_LENGTH)
  const counts = SCRIPTS.map((script) => sample.match(script)?.length ?? 0)
  const letters = counts.reduce((sum, count) => sum + count, 0)
  if (letters === 0) return -1
  const other = counts.indexOf(Math.max(...counts.slice(LATIN + 1)), LATIN + 1)
  return (counts[other] ?? 0) >= letters * MIN_SCRIPT_SHARE ? other : LATIN
}

/** Cheap, and true if in doubt. False for another script or hardly any of the language's function words. */
export function mayBeSameLanguage(
  statement: string,
  passage: { language: string; content: string },
): boolean {
  const scripts = [getScript(statement), getScript(passage.content)]
  if (!scripts.includes(-1) && scripts[0] !== scripts[1]) return false
  const { stopWords } = languageRules(passage.language)
  const words = statement.toLowerCase().replaceAll('’', "'").match(WORD) ?? []
  if (stopWords.size === 0 || words.length < MIN_WORDS) return true
  const found = words.filter((word) => stopWords.has(word)).length
  return found >= words.length * MIN_FUNCTION_WORD_SHARE
}
