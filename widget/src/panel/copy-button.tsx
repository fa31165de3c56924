import { useContext, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'
import { PanelContext } from './panel-context.ts'
import type { IconName } from '../shared/icons.ts'

const SHOWN_MS = 2000

/** Says "Copied" for two seconds. With an icon it is an icon button, else a word. */
export function CopyButton({
  text,
  icon,
  label,
}: {
  text: string
  icon?: IconName
  label?: string
}) {
  const { store } = useContext(PanelContext)
  const [isCopied, setCopied] = useState(false)
  const texts = store.texts.value
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN_MS)
  }
  const name = isCopied ? texts.copied : (label ?? texts.copy)
  return (
    <button
      type="button"
      class={icon ? 'icon-button' : 'text-button'}
      part="action"
      {...(icon ? { 'aria-label': name, title: name } : {})}
      onClick={() => void copy().catch(() => undefined)}
    >
      {icon ? isCopied ? <span class="tick">✓</span> : <Icon name={icon} /> : name}
    </button>
  )
}
