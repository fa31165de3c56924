import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'

const CONTROL =
  'w-full min-h-8 rounded-control border border-edge bg-surface px-2.5 py-1 text-sm text-ink placeholder:text-ink-3'

type Common = { label: string; hint?: ReactNode; isLabelHidden?: boolean }

/** A label, what it labels, and one sentence below. */
function Labelled({
  label,
  hint,
  isLabelHidden = false,
  children,
}: Common & { children: (ids: { id: string; 'aria-describedby'?: string }) => ReactNode }) {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-sm font-[550]'}>
        {label}
      </label>
      {children({ id, ...(hint === undefined ? {} : { 'aria-describedby': hintId }) })}
      {hint !== undefined && (
        <p id={hintId} className="text-xs text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}

type Valued = { value: string; onValue: (value: string) => void }

export const TextField = ({
  label,
  hint,
  isLabelHidden,
  onValue,
  className = '',
  ...rest
}: Common & Valued & Omit<ComponentProps<'input'>, 'value'>) => (
  <Labelled label={label} hint={hint} isLabelHidden={isLabelHidden ?? false}>
    {(ids) => (
      <input
        {...rest}
        {...ids}
        className={`${CONTROL} ${className}`}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
    )}
  </Labelled>
)

export const TextArea = ({
  label,
  hint,
  isLabelHidden,
  onValue,
  ...rest
}: Common & Valued & Omit<ComponentProps<'textarea'>, 'value'>) => (
  <Labelled label={label} hint={hint} isLabelHidden={isLabelHidden ?? false}>
    {(ids) => (
      <textarea
        rows={3}
        {...rest}
        {...ids}
        className={`${CONTROL} py-1.5`}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
    )}
  </Labelled>
)

type SelectProps<Value extends string> = Common & {
  value: Value
  options: readonly (readonly [Value, string])[]
  onValue: (value: Value) => void
}

export const Select = <Value extends string>({
  label,
  hint,
  isLabelHidden,
  value,
  options,
  onValue,
}: SelectProps<Value>) => (
  <Labelled label={label} hint={hint} isLabelHidden={isLabelHidden ?? false}>
    {(ids) => (
      <select
        {...ids}
        value={value}
        className={`${CONTROL} pr-7`}
        onChange={(event) => {
          const chosen = options.find(([one]) => one === event.currentTarget.value)
          if (chosen) onValue(chosen[0])
        }}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Labelled>
)

export function CheckField({
  label,
  hint,
  isOn,
  isDisabled = false,
  onChange,
}: {
  label: string
  hint?: string
  isOn: boolean
  isDisabled?: boolean
  onChange: (isOn: boolean) => void
}) {
  const id = useId()
  return (
    <div className="grid grid-cols-[24px_1fr] items-start">
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="mt-0.5 size-4 accent-accent"
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <div>
        <label htmlFor={id} className="font-[550]">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-xs text-ink-3">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
