import { useQuery } from '@tanstack/react-query'
import { groupsQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { CheckField } from '../../ui/field.tsx'
import { t } from './texts.ts'

type GroupChoiceProps = {
  groupIds: readonly string[]
  onGroupIds: (groupIds: readonly string[]) => void
}

/** The groups that a key may read; nothing where there are none. */
export function GroupChoice({ groupIds, onGroupIds }: GroupChoiceProps) {
  const { data } = useQuery(groupsQuery(useScope().knowledgeBaseId))
  if (!data || data.groups.length === 0) return null
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="font-[550]">{t.keys.groups}</legend>
      <p className="text-xs text-ink-3">{t.keys.groupsHint}</p>
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
