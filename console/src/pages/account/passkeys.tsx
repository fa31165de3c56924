import type { Passkey } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { passkeysQuery } from '../../api/workspace-queries.ts'
import { signInMethodsQuery } from '../../session/other-ways.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatAge } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { AddPasskey, RemovePasskey, RenamePasskey } from './passkey-dialogs.tsx'
import { t } from './texts.ts'

type Open = { dialog: 'add' } | { dialog: 'rename' | 'remove'; passkey: Passkey } | null

export function Passkeys() {
  const query = useQuery(passkeysQuery)
  const { data: methods } = useQuery(signInMethodsQuery)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <Card title={t.security.passkeys}>
      <p className="mb-3 text-ink-2">{t.security.passkeysLead}</p>
      <QueryView query={query} lines={2}>
        {({ passkeys }) => (
          <ul aria-label={t.security.passkeys} className="mb-3 flex flex-col divide-y divide-line">
            {passkeys.map((passkey) => (
              <Row key={passkey.id} passkey={passkey} onOpen={setOpen} />
            ))}
            {passkeys.length === 0 && methods?.passkey !== false && (
              <li className="text-ink-3">{t.security.passkeysEmpty}</li>
            )}
          </ul>
        )}
      </QueryView>
      {methods?.passkey === false ? (
        <p className="text-ink-3">{t.security.passkeysNotHere}</p>
      ) : (
        <Button onClick={() => setOpen({ dialog: 'add' })}>{t.security.addPasskey}</Button>
      )}
      {open?.dialog === 'add' && <AddPasskey onClose={close} />}
      {open?.dialog === 'rename' && <RenamePasskey passkey={open.passkey} onClose={close} />}
      {open?.dialog === 'remove' && <RemovePasskey passkey={open.passkey} onClose={close} />}
    </Card>
  )
}

type RowProps = { passkey: Passkey; onOpen: (open: Open) => void }

const Row = ({ passkey, onOpen }: RowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-2 py-2">
    <span className="min-w-0">
      <span className="block font-[550] [overflow-wrap:anywhere]">{passkey.name}</span>
      <span className="text-xs text-ink-3">
        {t.security.passkeyMade(formatAge(passkey.created_at))}
      </span>
    </span>
    <span className="flex items-center gap-2">
      {passkey.is_synced && <Pill tone="neutral">{t.security.passkeySynced}</Pill>}
      <Button
        aria-label={t.security.renamePasskeyOf(passkey.name)}
        onClick={() => onOpen({ dialog: 'rename', passkey })}
      >
        {t.security.renamePasskey}
      </Button>
      <Button
        aria-label={t.security.removePasskeyOf(passkey.name)}
        onClick={() => onOpen({ dialog: 'remove', passkey })}
      >
        {t.security.removePasskey}
      </Button>
    </span>
  </li>
)
