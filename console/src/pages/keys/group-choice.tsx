import { useQuery } from '@tanstack/react-query'
import { groupsQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { CheckField } from '../../ui/field.tsx'
import { t } from './texts.ts'

type GroupChoiceProps = {
  groupIds: readonly string[]
  onGroupIds: (groupIds: readonly string[]) => void
  /** What it means to choose none. */
  hint?: string
}

/** The groups that a key may read; nothing where there are none. */
export function GroupChoice({ groupIds, onGroupIds, hint = t.keys.groupsHint }: GroupChoiceProps) {
  const { data } = useQuery(groupsQuery(useScope().knowledgeBaseId))
  if (!data || data.groups.length === 0) return null
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="font-[550]">{t.keys.groups}</legend>
      <p className="text-xs text-ink-3">{hint}</p>
      {data.groups.map((group) => (
        <CheckField
          key={group.id}
          label={group.name}
          isOn={groupIds.includes(group.id)}
          onChange={(isOn) =>
            onGroupIds(isOn ? [...groupIds, group.id] : groupIds.filter((id) => id !== group.id))
          }
        />
      ))}
    </fieldset>
  )
}
