import { CheckField, Select, TextField } from '../../ui/field.tsx'
import type { SourceValues } from './source-field.ts'
import type { Connectable } from './source-forms.ts'
import { SOURCE_FORMS } from './source-forms.ts'

type Props = {
  type: Connectable
  values: SourceValues
  onChange: (change: SourceValues) => void
}

/** What a source of this kind is asked for. */
export const SourceFields = ({ type, values, onChange }: Props) =>
  SOURCE_FORMS[type].fields.map((field, index) => {
    const { name, label, hint, placeholder } = field
    const hinted = hint === undefined ? {} : { hint }
    if (field.kind === 'check') {
      const set = (isOn: boolean) => onChange({ [name]: isOn ? 'on' : '' })
      return (
        <CheckField
          key={name}
          label={label}
          {...hinted}
          isOn={values[name] === 'on'}
          onChange={set}
        />
      )
    }
    if (field.kind === 'choice') {
      return (
        <Select
          key={name}
          label={label}
          {...hinted}
          value={values[name] ?? ''}
          options={field.options}
          onValue={(value) => onChange({ [name]: value })}
        />
      )
    }
    return (
      <TextField
        key={name}
        label={label}
        {...hinted}
        {...(field.kind === 'url' ? { type: 'url' } : {})}
        {...(placeholder === undefined ? {} : { placeholder })}
        required={field.isRequired}
        autoFocus={index === 0}
        value={values[name] ?? ''}
        onValue={(value) => onChange({ [name]: value })}
      />
    )
  })
