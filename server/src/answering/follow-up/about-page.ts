import type { ReaderPage } from '../../retrieval/reader-page.ts'
import { readerLanguage } from '../writing/reader-language.ts'
import { withWords } from './stand-alone.ts'

/** Words for the place that somebody is at. */
const HERE: Readonly<Record<string, string>> = {
  cs: 'zde tady',
  da: 'her',
  de: 'hier',
  en: 'here',
  es: 'aquí acá',
  fr: 'ici',
  hu: 'itt',
  it: 'qui qua',
  nl: 'hier',
  no: 'her',
  pl: 'tutaj tu',
  pt: 'aqui',
  ro: 'aici',
  ru: 'здесь тут',
  sv: 'här',
  tr: 'burada',
  uk: 'тут',
}

/** Words for what somebody looks at. */
const THIS: Readonly<Record<string, string>> = {
  cs: 'tento tato toto této tomto',
  da: 'denne dette disse',
  de: 'dies diese dieser dieses diesen diesem das',
  en: 'this these it',
  es: 'este esta esto estos estas',
  fr: 'ce cet cette ces ceci ça',
  hu: 'ez ezt ezek',
  it: 'questo questa questi queste',
  nl: 'dit deze',
  no: 'denne dette disse',
  pl: 'ten ta te tego tej tym',
  pt: 'este esta isto estes estas isso',
  ro: 'acesta aceasta acest această',
  ru: 'это этот эта эти этого этой этом',
  sv: 'denna detta dessa',
  tr: 'bu bunu bunun',
  uk: 'це цей ця ці цього цієї цьому',
}

/** For the pages themselves: what follows a word of `THIS`, or comes before it in `dieser Seite`. */
const PAGE =
  /^(?:page|article|guide|section|document|doc|tutorial|chapter|seite|artikel|abschnitt|anleitung|página|artículo|sección|guía|pagina|articolo|sezione|guida|artigo|seção|guia|strona|stronie|страниц\p{L}*|сторінк\p{L}*|sayfa\p{L}*|sida\p{L}*|side\p{L}*|stránk\p{L}*)$/u

/** Written without spaces or with prefixes: matched anywhere. */
const HERE_PARTS =
  /このページ|この記事|ここ|本页|此页|这[个]?页|这里|هنا|هذه الصفحة|이 페이지|여기/u
const THIS_PARTS = /これ|この|这个|这|此|هذا|هذه|이것|이거/u

type About = {
  /** The documents' languages: a short question does not tell its own. */
  languages: readonly string[]
  /** What `this` refers to was said before. */
  isFollowUp: boolean
}

/**
 * Makes a question searchable that refers to the page it was asked on, by appending the title of the page;
 * returns any other question unchanged.
 */
export function aboutPage(
  question: string,
  { title }: Pick<ReaderPage, 'title'>,
  { languages, isFollowUp }: About,
): string {
  const language = readerLanguage(question, languages)
  return refersToPage(question, language, isFollowUp)
    ? withWords(question, title, language)
    : question
}

function refersToPage(question: string, language: string, isFollowUp: boolean): boolean {
  if (HERE_PARTS.test(question) || (!isFollowUp && THIS_PARTS.test(question))) return true
  const words = question.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const here = new Set(HERE[language]?.split(' '))
  const these = new Set(THIS[language]?.split(' '))
  return words.some((word, at) => {
    if (here.has(word)) return true
    if (!these.has(word)) return false
    return !isFollowUp || PAGE.test(words[at + 1] ?? '')
  })
}
