import type { ReactNode } from 'react'
import { useId } from 'react'

type CardProps = {
  title?: ReactNode
  note?: ReactNode
  actions?: ReactNode
  /** Without the padding, for tables that reach the border. */
  isFlush?: boolean
  className?: string
  children: ReactNode
}

export function Card({
  title,
  note,
  actions,
  isFlush = false,
  className = '',
  children,
}: CardProps) {
  const id = useId()
  const isNamed = title !== undefined
  return (
    <section
      aria-labelledby={isNamed ? id : undefined}
      className={`min-w-0 rounded-card border border-line bg-surface ${className}`}
    >
      {isNamed && (
        <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 pt-3.5 sm:px-[18px]">
          <h2 id={id} className="text-base/5 font-semibold">
            {title}
          </h2>
          {note !== undefined && <span className="text-xs text-ink-3">{note}</span>}
          {actions}
        </header>
      )}
      <div className={isFlush ? 'pt-2' : 'px-4 py-3.5 sm:px-[18px]'}>{children}</div>
    </section>
  )
}
