import type { ComponentProps } from 'react'

type RowButtonProps = ComponentProps<'button'> & {
  /** Two lines at most: the rest shows under the pointer. */
  clamped?: string
}

/** What opens a row. A block, so that the other cells stand beside its first line. */
export const RowButton = ({ clamped, className = '', children, ...rest }: RowButtonProps) => (
  <button
    {...rest}
    type="button"
    title={clamped}
    className={`min-h-6 text-start [overflow-wrap:anywhere] hover:underline ${clamped === undefined ? 'block' : 'line-clamp-2'} ${className}`}
  >
    {clamped ?? children}
  </button>
)
