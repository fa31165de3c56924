import { useState } from 'react'
import { t } from '../texts.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

const SAID_MS = 2_000

type CopyProps = {
  text: string
  label?: string
  onCopied?: () => void
  /** It takes the focus, from a control that is gone now. */
  isNext?: boolean
}

const focus = (button: HTMLButtonElement | null) => button?.focus()

export function CopyButton({ text, label = t.common.copy, onCopied, isNext = false }: CopyProps) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
    onCopied?.()
    setTimeout(() => setIsCopied(false), SAID_MS)
  }
  return (
    <Button className="flex-none" ref={isNext ? focus : null} onClick={() => void copy()}>
      <Icon name={isCopied ? 'check' : 'copy'} size={16} />
      <span aria-live="polite">{isCopied ? t.common.copied : label}</span>
    </Button>
  )
}

type CodeProps = CopyProps & { label: string }

/** Text to take elsewhere: it scrolls instead of wrapping. */
export const Code = ({ label, ...copied }: CodeProps) => (
  <div className="rounded-card bg-sunken">
    <div className="flex items-center justify-between gap-2 px-3.5 pt-2 text-xs text-ink-3">
      {label}
      <CopyButton {...copied} />
    </div>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
    <pre
      className="overflow-x-auto px-3.5 pt-2 pb-3 font-mono text-[0.8125rem]/5"
      role="group"
      aria-label={label}
      tabIndex={0}
    >
      {copied.text}
    </pre>
  </div>
)
