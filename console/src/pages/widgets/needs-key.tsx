import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import type { MadeKey } from './use-made-key.ts'

type NeedsKeyProps = { made: MadeKey; text: string; action: string }

/** Makes the key that a snippet lacks. */
export const NeedsKey = ({ made: { make }, text, action }: NeedsKeyProps) => (
  <div className="flex flex-col items-start gap-2 rounded-card bg-warn-tint px-4 py-3">
    <p>{text}</p>
    {make.isError && <ErrorNotice error={make.error} />}
    <Button isChange isBusy={make.isPending} onClick={() => make.mutate()}>
      {action}
    </Button>
  </div>
)
