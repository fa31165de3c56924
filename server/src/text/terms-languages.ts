import { stemmer as stemArmenian } from '@orama/stemmers/armenian'
import { stemmer as stemArabic } from '@orama/stemmers/arabic'
import { stemmer as stemBulgarian } from '@orama/stemmers/bulgarian'
import { stemmer as stemDanish } from '@orama/stemmers/danish'
import { stemmer as stemDutch } from '@orama/stemmers/dutch'
import { stemmer as stemFinnish } from '@orama/stemmers/finnish'
import { stemmer as stemFrench } from '@orama/stemmers/french'
import { stemmer as stemGerman } from '@orama/stemmers/german'
import { stemmer as stemGreek } from '@orama/stemmers/greek'
import { stemmer as stemHungarian } from '@orama/stemmers/hungarian'
import { stemmer as stemHindi } from '@orama/stemmers/indian'
import { stemmer as stemIndonesian } from '@orama/stemmers/indonesian'
import { stemmer as stemIrish } from '@orama/stemmers/irish'
import { stemmer as stemItalian } from '@orama/stemmers/italian'
import { stemmer as stemLithuanian } from '@orama/stemmers/lithuanian'
import { stemmer as stemNepali } from '@orama/stemmers/nepali'
import { stemmer as stemNorwegian } from '@orama/stemmers/norwegian'
import { stemmer as stemPortuguese } from '@orama/stemmers/portuguese'
import { stemmer as stemRomanian } from '@orama/stemmers/romanian'
import { stemmer as stemRussian } from '@orama/stemmers/russian'
import { stemmer as stemSerbian } from '@orama/stemmers/serbian'
import { stemmer as stemSpanish } from '@orama/stemmers/spanish'
import { stemmer as stemSwedish } from '@orama/stemmers/swedish'
import { stemmer as stemTamil } from '@orama/stemmers/tamil'
import { stemmer as stemTurkish } from '@orama/stemmers/turkish'
import { stemmer as stemUkrainian } from '@orama/stemmers/ukrainian'
import { stopwords as arabic } from '@orama/stopwords/arabic'
import { stopwords as armenian } from '@orama/stopwords/armenian'
import { stopwords as bulgarian } from '@orama/stopwords/bulgarian'
import { stopwords as danish } from '@orama/stopwords/danish'
import { stopwords as dutch } from '@orama/stopwords/dutch'
import { stopwords as english } from '@orama/stopwords/english'
import { stopwords as finnish } from '@orama/stopwords/finnish'
import { stopwords as french } from '@orama/stopwords/french'
import { stopwords as german } from '@orama/stopwords/german'
import { stopwords as greek } from '@orama/stopwords/greek'
import { stopwords as hungarian } from '@orama/stopwords/hungarian'
import { stopwords as hindi } from '@orama/stopwords/indian'
import { stopwords as indonesian } from '@orama/stopwords/indonesian'
import { stopwords as irish } from '@orama/stopwords/irish'
import { stopwords as italian } from '@orama/stopwords/italian'
import { stopwords as japanese } from '@orama/stopwords/japanese'
import { stopwords as lithuanian } from '@orama/stopwords/lithuanian'
import { stopwords as chinese } from '@orama/stopwords/mandarin'
import { stopwords as nepali } from '@orama/stopwords/nepali'
import { stopwords as norwegian } from '@orama/stopwords/norwegian'
import { stopwords as portuguese } from '@orama/stopwords/portuguese'
import { stopwords as romanian } from '@orama/stopwords/romanian'
import { stopwords as russian } from '@orama/stopwords/russian'
import { stopwords as serbian } from '@orama/stopwords/serbian'
import { stopwords as spanish } from '@orama/stopwords/spanish'
import { stopwords as swedish } from '@orama/stopwords/swedish'
import { stopwords as tamil } from '@orama/stopwords/tamil'
import { stopwords as turkish } from '@orama/stopwords/turkish'
import { stopwords as ukrainian } from '@orama/stopwords/ukrainian'
import { stemEnglish } from './terms-english.ts'

export type LanguageRules = {
  stem: (word: string) => string
  stopWords: ReadonlySet<string>
}

/** Made into rules when the language is first met: all of them take 10 ms of every start. */
type Source = readonly [stem: (word: string) => string, listed: readonly string[]]

const unchanged = (word: string) => word
const UNKNOWN: LanguageRules = { stem: unchanged, stopWords: new Set() }

/** Some lists contain digits, but digits matter in versions and codes. */
const NUMBER = /^\p{N}+$/u

const LATIN = /^[a-z]+$/

/** Latin words in text of another script are mostly English: `pods` there is also a `pod`. */
const withEnglish =
  (stem: (word: string) => string) =>
  (word: string): string =>
    LATIN.test(word) ? stemEnglish(word) : stem(word)

const SOURCES = new Map<string, Source>([
  ['ar', [withEnglish(stemArabic), arabic]],
  ['bg', [withEnglish(stemBulgarian), bulgarian]],
  ['da', [stemDanish, danish]],
  ['de', [stemGerman, german]],
  ['el', [withEnglish(stemGreek), greek]],
  // The English list lacks `a`.
  ['en', [stemEnglish, [...english, 'a']]],
  ['es', [stemSpanish, spanish]],
  ['fi', [stemFinnish, finnish]],
  ['fr', [stemFrench, french]],
  ['ga', [stemIrish, irish]],
  ['hi', [withEnglish(stemHindi), hindi]],
  ['hu', [stemHungarian, hungarian]],
  ['hy', [withEnglish(stemArmenian), armenian]],
  ['id', [stemIndonesian, indonesian]],
  ['it', [stemItalian, italian]],
  ['ja', [withEnglish(unchanged), japanese]],
  ['lt', [stemLithuanian, lithuanian]],
  ['nb', [stemNorwegian, norwegian]],
  ['ne', [withEnglish(stemNepali), nepali]],
  ['nl', [stemDutch, dutch]],
  ['nn', [stemNorwegian, norwegian]],
  ['no', [stemNorwegian, norwegian]],
  ['pt', [stemPortuguese, portuguese]],
  ['ro', [stemRomanian, romanian]],
  ['ru', [withEnglish(stemRussian), russian]],
  ['sr', [stemSerbian, serbian]],
  ['sv', [stemSwedish, swedish]],
  ['ta', [withEnglish(stemTamil), tamil]],
  ['tr', [stemTurkish, turkish]],
  ['uk', [withEnglish(stemUkrainian), ukrainian]],
  ['zh', [withEnglish(unchanged), chinese]],
])

const OTHER_SCRIPTS = 'am be bn fa gu he ka km kn ko lo mk ml mr my pa te th ur'.split(' ')
for (const language of OTHER_SCRIPTS) SOURCES.set(language, [withEnglish(unchanged), []])

const made = new Map<string, LanguageRules>()

/** The rules for an ISO 639-1 code, ignoring the region. An unknown language has no stems or stop words. */
export function languageRules(language: string): LanguageRules {
  const code = language.slice(0, 2).toLowerCase()
  const known = made.get(code)
  if (known) return known
  const source = SOURCES.get(code)
  if (!source) return UNKNOWN
  const [stem, listed] = source
  const words = listed.map((word) => word.normalize('NFKC').toLowerCase())
  const rules = { stem, stopWords: new Set(words.filter((word) => !NUMBER.test(word))) }
  made.set(code, rules)
  return rules
}
