import type { TwoFactorStatus } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { twoFactorQuery } from '../../api/workspace-queries.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Pill } from '../../ui/pill.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ReplaceCodes, TurnOff } from './two-factor-dialogs.tsx'
import { TurnOn } from './turn-on-two-factor.tsx'

type Open = 'turn on' | 'turn off' | 'replace' | null

export function TwoFactor() {
  const query = useQuery(twoFactorQuery)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <Card
      title={t.security.twoFactor}
      actions={
        query.data && (
          <Pill tone={query.data.is_on ? 'ok' : 'neutral'}>
            {query.data.is_on ? t.security.on : t.security.off}
          </Pill>
        )
      }
    >
      <QueryView query={query} lines={2}>
        {(status) => <State status={status} onOpen={setOpen} />}
      </QueryView>
      {open === 'turn on' && <TurnOn onClose={close} />}
      {open === 'turn off' && <TurnOff onClose={close} />}
      {open === 'replace' && <ReplaceCodes onClose={close} />}
    </Card>
  )
}

type StateProps = { status: TwoFactorStatus; onOpen: (open: Open) => void }

const State = ({ status, onOpen }: StateProps) => (
  <div className="flex flex-col items-start gap-3">
    <p className="text-ink-2">
      {status.is_on ? t.security.twoFactorOn(status.recovery_codes_left) : t.security.twoFactorLead}
    </p>
    {status.is_on ? (
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onOpen('replace')}>{t.security.replaceCodes}</Button>
        <Button onClick={() => onOpen('turn off')}>{t.security.turnOff}</Button>
      </div>
    ) : (
      <Button onClick={() => onOpen('turn on')}>{t.security.turnOn}</Button>
    )}
  </div>
)
