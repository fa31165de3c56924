export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'ja', 'zh', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

/** The option, then the page's own language, then the browser's, then English. */
export function resolveLanguage(option: string | undefined): Language {
  const wanted = [option, document.documentElement.lang, ...navigator.languages]
  for (const tag of wanted) {
    const base = tag?.toLowerCase().split('-', 1)[0]
    const found = LANGUAGES.find((language) => language === base)
    if (found) return found
  }
  return 'en'
}

export const isRightToLeft = (language: Language): boolean => language === 'ar'
