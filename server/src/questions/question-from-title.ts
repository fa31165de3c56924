import { countCodePoints } from '@footnote/contract/text'
import { MAX_STARTER_QUESTION_CHARACTERS } from '@footnote/contract/limits'

/** Says about a title what is true of any page: that there is something to know. */
const ABOUT: Readonly<Record<string, (title: string) => string>> = {
  en: (title) => `What should I know about ${title}?`,
  de: (title) => `Was sollte ich über „${title}“ wissen?`,
  fr: (title) => `Que faut-il savoir sur « ${title} » ?`,
  es: (title) => `¿Qué debo saber sobre «${title}»?`,
}

/** An address or a file name stands in for a title where a page has none. */
const NO_TITLE = /^(https?:\/\/|\/)|^[\w.-]+\.(html?|mdx?|txt|php)$|^(index|readme|untitled)$/i
const IS_QUESTION = /[?？؟]$/
const LETTER = /\p{L}/u

/** A starter question that a page of this title answers, or null when the title makes none. */
export function questionFromTitle(title: string, language: string): string | null {
  const text = title.replaceAll(/\s+/g, ' ').trim()
  if (!LETTER.test(text) || NO_TITLE.test(text)) return null
  const question = IS_QUESTION.test(text) ? text : asQuestion(text, language)
  return countCodePoints(question) <= MAX_STARTER_QUESTION_CHARACTERS ? question : null
}

function asQuestion(title: string, language: string): string {
  const topic = title.replace(/[.:!…。！：]+$/, '')
  const howTo = language === 'en' ? /^how to (.+)$/i.exec(topic)?.[1] : undefined
  if (howTo !== undefined) return `How do I ${howTo}?`
  const about = ABOUT[language]
  return about ? about(topic) : `${topic}?`
}
