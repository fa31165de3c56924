import type { Options } from './options.ts'

const THEMES = ['dark', 'light'] as const

/** Light or dark, by what the page says, then by what the system says. */
export function resolveTheme(options: Options): 'light' | 'dark' {
  if (options.theme !== 'auto') return options.theme
  const chosen = find(options.themeSelector)
  for (const element of chosen ? [chosen] : [document.documentElement, document.body]) {
    const named = element?.dataset['theme']
    const theme = THEMES.find((each) => each === named || element?.classList.contains(each))
    if (theme) return theme
  }
  const scheme = getComputedStyle(chosen ?? document.documentElement).colorScheme
  const theme = THEMES.find((each) => each === scheme)
  if (theme) return theme
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** A selector that a page owner mistyped must not break the page. */
function find(selector: string | undefined): HTMLElement | null {
  try {
    return selector === undefined ? null : document.querySelector<HTMLElement>(selector)
  } catch {
    return null
  }
}

/** Calls back whenever the theme may have changed. Returns how to stop. */
export function watchTheme(options: Options, onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  const attributes = { attributes: true, attributeFilter: ['class', 'data-theme', 'style'] }
  const watched = [document.documentElement, document.body, find(options.themeSelector)]
  for (const element of watched) if (element) observer.observe(element, attributes)
  const media = matchMedia('(prefers-color-scheme: dark)')
  media.addEventListener('change', onChange)
  return () => {
    observer.disconnect()
    media.removeEventListener('change', onChange)
  }
}
