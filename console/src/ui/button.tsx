import type { ComponentProps } from 'react'
import { useContext } from 'react'
import { ChangeRefusal } from './change-refusal.ts'

type Kind = 'primary' | 'default' | 'quiet' | 'danger'

const KINDS: Record<Kind, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  default: 'border-edge bg-surface text-ink hover:bg-sunken',
  quiet: 'border-transparent bg-transparent text-ink-2 hover:bg-sunken hover:text-ink',
  danger: 'border-transparent bg-danger text-on-danger hover:opacity-90',
}

/** Shared with links that look like buttons. */
export const buttonClass = (kind: Kind = 'default'): string =>
  `inline-flex min-h-8 items-center justify-center gap-1.5 rounded-control border px-3 py-1 text-sm font-[550] whitespace-nowrap transition-colors duration-[160ms] disabled:opacity-55 ${KINDS[kind]}`

type ButtonProps = ComponentProps<'button'> & {
  kind?: Kind
  isBusy?: boolean
  /** Off, with the reason, for whoever may not change what is around it. */
  isChange?: boolean
}

export function Button({
  kind = 'default',
  isBusy = false,
  isChange = false,
  type = 'button',
  className = '',
  disabled,
  title,
  ...rest
}: ButtonProps) {
  const refusal = useContext(ChangeRefusal)
  const isRefused = isChange && refusal !== null
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- it is one of the three
      type={type}
      title={isRefused ? refusal.reason : title}
      aria-busy={isBusy || undefined}
      disabled={disabled === true || isBusy || isRefused}
      className={`${buttonClass(kind)} ${className}`}
    />
  )
}
