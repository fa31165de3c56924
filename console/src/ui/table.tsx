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
    className={`h-9 border-t border-line py-1.5 align-baseline ${edges} ${isNumber ? 'pr-6 text-end tabular-nums sm:whitespace-nowrap' : ''} ${className}`}
  >
    {children}
  </td>
)

type SortThProps = CellProps & {
  order: 'ascending' | 'descending' | 'none'
  onSort: () => void
}

/** A head that sorts its column. */
export const SortTh = ({
  children,
  isNumber = false,
  className = '',
  order,
  onSort,
}: SortThProps) => (
  <th
    scope="col"
    aria-sort={order}
    className={`pt-1.5 pb-0.5 text-xs font-normal whitespace-nowrap ${edges} ${isNumber ? 'pr-6 text-end' : 'text-start'} ${className}`}
  >
    <button
      type="button"
      onClick={onSort}
      className={`-mx-1 inline-flex min-h-6 items-center gap-1 rounded-chip px-1 hover:text-ink ${order === 'none' ? 'text-ink-3' : 'font-[550] text-ink'}`}
    >
      {children}
      <span aria-hidden="true" className="w-2.5 text-center">
        {ARROWS[order]}
      </span>
    </button>
  </th>
)

const ARROWS = { ascending: '↑', descending: '↓', none: '↕' } as const

type CheckProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void }

const Check = ({
  label,
  isOn,
  isPartly = false,
  onChange,
}: CheckProps & { isPartly?: boolean }) => (
  // The label is as large as a finger needs.
  <label className="inline-flex size-6 items-center justify-center">
    <span className="sr-only">{label}</span>
    <input
      type="checkbox"
      className="size-4 accent-accent"
      checked={isOn}
      ref={(input) => {
        if (input) input.indeterminate = isPartly
      }}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  </label>
)

/** Chooses all rows that are shown. */
export const CheckTh = (props: CheckProps & { isPartly: boolean }) => (
  <th scope="col" className="w-6 pt-1.5 pb-0.5 pl-3 text-start sm:pl-3.5">
    <Check {...props} />
  </th>
)

export const CheckTd = (props: CheckProps) => (
  <td className="h-9 border-t border-line py-1.5 pl-3 align-top sm:pl-3.5">
    <Check {...props} />
  </td>
)
