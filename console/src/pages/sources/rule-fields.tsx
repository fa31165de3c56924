import type { SourceRulesPreview } from '@footnote/client/admin'
import { Button } from '../../ui/button.tsx'
import { Select, TextArea, TextField } from '../../ui/field.tsx'
import { t } from './texts.ts'
import type { RuleDraft } from './rule-draft.ts'
import { NO_GROUP, VISIBILITIES } from './rule-draft.ts'

type RuleFieldsProps = {
  rule: RuleDraft
  /** From one on. */
  number: number
  groups: readonly { id: string; name: string }[]
  /** The id of the list of what pages are in. */
  containersId: string
  counts: SourceRulesPreview['rules'][number] | undefined
  onChange: (change: Partial<RuleDraft>) => void
  onMoveUp: () => void
  onRemove: () => void
}

/** A rule, and how many pages it takes. */
export function RuleFields({ rule, number, groups, onChange, ...rest }: RuleFieldsProps) {
  const texts = t.sources.rules
  return (
    <fieldset className="min-w-0 rounded-card border border-edge p-3">
      <legend className="px-1 text-xs text-ink-2">{texts.rule(number)}</legend>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-[2fr_1fr_1fr_1.3fr]">
        <TextField
          label={texts.match}
          required
          maxLength={500}
          list={rest.containersId}
          placeholder="/internal/**"
          value={rule.match}
          onValue={(match) => onChange({ match })}
        />
        <Select
          label={texts.visibility}
          value={rule.visibility}
          options={[
            ['', texts.asSource],
            ...VISIBILITIES.map((one) => [one, texts.visibilities[one]] as const),
          ]}
          onValue={(visibility) => onChange({ visibility })}
        />
        <Select<string>
          label={texts.group}
          value={rule.group}
          options={[
            ['', texts.asSource],
            [NO_GROUP, texts.noGroup],
            ...groups.map(({ id, name }) => [id, name] as const),
          ]}
          onValue={(group) => onChange({ group })}
        />
        <TextArea
          label={texts.labels}
          rows={Math.max(2, rule.labels.split('\n').length)}
          placeholder="product=cli"
          value={rule.labels}
          onValue={(labels) => onChange({ labels })}
        />
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-2">{rest.counts && texts.takes(rest.counts)}</p>
        <div className="flex gap-2">
          {number > 1 && (
            <Button kind="quiet" onClick={rest.onMoveUp}>
              {texts.up}
            </Button>
          )}
          <Button kind="quiet" onClick={rest.onRemove}>
            {texts.remove}
          </Button>
        </div>
      </div>
    </fieldset>
  )
}
