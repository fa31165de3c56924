import type { ReactNode } from 'react'

type TableProps = { label: string; children: ReactNode }

/** A real table that scrolls sideways by itself where the page is narrow. */
export const Table = ({ label, children }: TableProps) => (
  // A region that scrolls has to be reachable by keyboard.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className="overflow-x-auto" role="group" aria-label={label} tabIndex={0}>
    <table className="w-full border-collapse text-sm">{children}</table>
  </div>
)

type CellProps = { children?: ReactNode; isNumber?: boolean; className?: string }

const edges = 'pl-4 last:pr-4 sm:pl-[18px] sm:last:pr-[18px]'

export const Th = ({ children, isNumber = false, className = '' }: CellProps) => (
  <th
    scope="col"
    className={`pt-2.5 pb-1.5 text-xs font-normal whitespace-nowrap text-ink-3 ${edges} ${isNumber ? 'pr-6 text-end' : 'text-start'} ${className}`}
  >
    {children}
  </th>
)

export const Td = ({ children, isNumber = false, className = '' }: CellProps) => (
  <td
    className={`h-9 border-t border-line py-1.5 align-baseline ${edges} ${isNumber ? 'pr-6 text-end tabular-nums' : ''} ${className}`}
  >
    {children}
  </td>
)
