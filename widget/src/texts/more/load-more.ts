import type { Language } from '../../shared/language.ts'
import type { MoreTexts } from './more-texts.ts'

const LANGUAGES: Readonly<Record<Language, () => Promise<{ texts: MoreTexts }>>> = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  pt: () => import('./pt.ts'),
  ja: () => import('./ja.ts'),
  zh: () => import('./zh.ts'),
  ar: () => import('./ar.ts'),
}

/** Each language is a file of its own. */
export const loadMoreTexts = async (language: Language): Promise<MoreTexts> =>
  (await LANGUAGES[language]()).texts
