import { RULE, SUPERIOR_ONE } from '../shared/icons.ts'
import type { Language } from '../shared/language.ts'
import type { Options } from '../shared/options.ts'

/** Also in the panel's texts, which are not loaded yet when the launcher is drawn. */
const LABELS: Readonly<Record<Language, string>> = {
  en: 'Ask',
  de: 'Fragen',
  es: 'Preguntar',
  fr: 'Demander',
  pt: 'Perguntar',
  ja: '質問する',
  zh: '提问',
  ar: 'اسأل',
}

export type Launcher = {
  readonly element: HTMLButtonElement
  update(options: Options, language: Language): void
}

export function createLauncher(onClick: () => void, onIntent: () => void): Launcher {
  const element = document.createElement('button')
  element.className = 'launcher'
  element.setAttribute('part', 'launcher')
  element.setAttribute('aria-haspopup', 'dialog')
  element.setAttribute('aria-expanded', 'false')
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  for (const d of [RULE, SUPERIOR_ONE]) {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
    path.setAttribute('d', d)
    svg.append(path)
  }
  const label = document.createElement('span')
  element.append(svg, label)
  element.addEventListener('click', onClick)
  element.addEventListener('pointerenter', onIntent)
  element.addEventListener('focus', onIntent)
  return {
    element,
    update(options, language) {
      label.textContent = options.texts['ask'] ?? LABELS[language]
      element.hidden = !options.launcher || options.mode === 'inline'
      element.classList.toggle('start', options.position === 'bottom-left')
    },
  }
}
