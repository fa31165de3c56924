import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { GroupChoice } from '../keys/group-choice.tsx'
import { t } from './texts.ts'
import type { MadeKey } from './use-made-key.ts'

type NeedsKeyProps = { made: MadeKey; text: string; action: string }

/** Makes the key that a snippet lacks, for the pages and groups that it is meant for. */
export const NeedsKey = ({ made, text, action }: NeedsKeyProps) => (
  <div className="flex flex-col items-start gap-2 rounded-card bg-warn-tint px-4 py-3">
    <p>{text}</p>
    <p>{where(made.origins)}</p>
    <GroupChoice groupIds={made.groupIds} onGroupIds={made.setGroupIds} />
    {made.make.isError && <ErrorNotice error={made.make.error} />}
    <Button
      isChange
      isBusy={made.make.isPending}
      disabled={made.origins?.length === 0}
      onClick={() => made.make.mutate()}
    >
      {action}
    </Button>
  </div>
)

function where(origins: MadeKey['origins']): string {
  if (origins === null) return t.widgets.keyAnywhere
  return origins.length === 0 ? t.widgets.keyNowhere : t.widgets.keyOn(origins.join(', '))
}
