import type { ComponentProps, InvalidEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import { describeInvalid } from './describe-invalid.ts'

const CONTROL =
  'w-full min-h-8 rounded-control border border-edge bg-surface px-2.5 py-1 text-sm text-ink placeholder:text-ink-3 disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-3 aria-invalid:border-danger'

type Common = { label: string; hint?: ReactNode; isLabelHidden?: boolean }

type Ids = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

/** Why the form was not submitted, instead of the browser’s own bubble, until the field changes. */
function useInvalid(value: string) {
  const [refused, setRefused] = useState<{ value: string; problem: string } | null>(null)
  const onInvalid = (event: InvalidEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    event.preventDefault()
    const field = event.currentTarget
    setRefused({ value, problem: describeInvalid(field) })
    if (field.form?.querySelector(':is(input, select, textarea):invalid') === field) field.focus()
  }
  return { problem: refused?.value === value ? refused.problem : null, onInvalid }
}

/** A label, what it labels, and one sentence below. */
function Labelled({
  label,
  hint,
  isLabelHidden = false,
  problem = null,
  children,
}: Common & { problem?: string | null; children: (ids: Ids) => ReactNode }) {
  const id = useId()
  const hintId = `${id}-hint`
  const problemId = `${id}-problem`
  const described = [problem !== null && problemId, hint !== undefined && hintId].filter(Boolean)
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-sm font-[550]'}>
        {label}
      </label>
      {children({
        id,
        ...(described.length > 0 ? { 'aria-describedby': described.join(' ') } : {}),
        ...(problem === null ? {} : { 'aria-invalid': true }),
      })}
      {problem !== null && (
        <p id={problemId} className="text-xs text-danger">
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p id={hintId} className="text-xs text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}

type Valued = { value: string; onValue: (value: string) => void }

export function TextField({
  label,
  hint,
  isLabelHidden,
  onValue,
  className = '',
  ...rest
}: Common & Valued & Omit<ComponentProps<'input'>, 'value'>) {
  const { problem, onInvalid } = useInvalid(rest.value)
  return (
    <Labelled label={label} hint={hint} isLabelHidden={isLabelHidden ?? false} problem={problem}>
      {(ids) => (
        <input
          {...rest}
          {...ids}
          className={`${CONTROL} ${className}`}
          onInvalid={onInvalid}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Labelled>
  )
}

export function TextArea({
  label,
  hint,
  isLabelHidden,
  onValue,
  ...rest
}: Common & Valued & Omit<ComponentProps<'textarea'>, 'value'>) {
  const { problem, onInvalid } = useInvalid(rest.value)
  return (
    <Labelled label={label} hint={hint} isLabelHidden={isLabelHidden ?? false} problem={problem}>
      {(ids) => (
        <textarea
          rows={3}
          {...rest}
          {...ids}
          className={`${CONTROL} py-1.5`}
          onInvalid={onInvalid}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Labelled>
  )
}

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
