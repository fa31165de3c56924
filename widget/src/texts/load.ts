import type { Language } from '../shared/language.ts'
import { texts as english } from './en.ts'
import type { Texts } from './texts.ts'

const OTHERS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ texts: Texts }>>> = {
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  pt: () => import('./pt.ts'),
  ja: () => import('./ja.ts'),
  zh: () => import('./zh.ts'),
  ar: () => import('./ar.ts'),
}

/** English is always there; another language is a file of its own. */
export async function loadTexts(language: Language): Promise<Texts> {
  if (language === 'en') return english
  const { texts } = await OTHERS[language]()
  return texts
}
