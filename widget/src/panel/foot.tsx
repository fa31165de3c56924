import { useContext } from 'preact/hooks'
import { fill } from '../texts/texts.ts'
import { PanelContext } from './panel-context.ts'

const HOME = 'https://footnote.dev'

/** It has no `part`: whether it shows is the configuration's to say, not the page's. */
export function Attribution() {
  const { store } = useContext(PanelContext)
  const isHidden =
    store.options.value.hideBranding && store.config.value?.hide_branding_allowed === true
  if (isHidden) return null
  return (
    <a class="by" href={HOME} target="_blank" rel="noopener noreferrer">
      {store.texts.value.poweredBy}
      <sup aria-hidden="true">1</sup>
    </a>
  )
}

export function Foot() {
  const { store } = useContext(PanelContext)
  const texts = store.texts.value
  const name = store.name.value
  const disclaimer =
    store.options.value.disclaimer ?? (name ? fill(texts.disclaimerFor, name) : texts.disclaimer)
  return (
    <div class="foot">
      <span dir="auto">{disclaimer}</span>
      <Attribution />
    </div>
  )
}
