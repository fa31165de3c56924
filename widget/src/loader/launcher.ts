import { drawMark } from './draw-mark.ts'
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
  element.part.add('launcher')
  element.ariaHasPopup = 'dialog'
  element.ariaExpanded = 'false'
  const label = document.createElement('span')
  element.append(drawMark(), label)
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
