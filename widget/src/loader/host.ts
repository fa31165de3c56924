import type { Options } from '../shared/options.ts'
import { applyAccent } from '../shared/accent.ts'
import type { Language } from '../shared/language.ts'
import { isRightToLeft } from '../shared/language.ts'
import { resolveTheme } from '../shared/theme.ts'

export type Host = {
  readonly element: HTMLElement
  /** Inside the shadow root: everything is drawn in it. */
  readonly root: HTMLElement
  addSheet(css: string): void
  update(options: Options, language: Language): void
}

/** An element of our own with a closed root: the page's styles stay out, and ours stay in. */
export function createHost(): Host {
  const element = document.createElement('footnote-widget')
  const shadow = element.attachShadow({ mode: 'closed' })
  const root = document.createElement('div')
  root.className = 'fn'
  shadow.append(root)
  return {
    element,
    root,
    addSheet(css) {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      shadow.adoptedStyleSheets.push(sheet)
    },
    update(options, language) {
      const isDark = resolveTheme(options) === 'dark'
      root.classList.toggle('dark', isDark)
      root.dir = isRightToLeft(language) ? 'rtl' : 'ltr'
      root.lang = language
      element.toggleAttribute('data-inline', options.mode === 'inline')
      if (options.font === 'page' && document.body) {
        root.style.setProperty('--page-font', getComputedStyle(document.body).fontFamily)
      }
      applyAccent(root, (isDark ? options.accentDark : undefined) ?? options.accent)
    },
  }
}
