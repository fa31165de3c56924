import type { Key } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { groupsQuery, keysQuery } from '../../api/queries.ts'
import { EditablePage } from '../../session/editable-page.tsx'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckField } from '../../ui/field.tsx'
import { formatAge, formatDateTime } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { CreateKey } from './create-key.tsx'
import { EditKey, RevokeKey, RotateKey } from './key-dialogs.tsx'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/keys'

export function Keys() {
  const scope = useScope()
  const navigate = useNavigate()
  const { revoked = false, create: isCreating = false } = useSearch({ from: ROUTE })
  const show = (search: { revoked?: true; create?: true }) =>
    void navigate({ to: ROUTE, params: scope, search, replace: true })
  const shownToo = revoked ? { revoked } : {}
  const query = useQuery(keysQuery(scope.knowledgeBaseId))
  const create = (
    <Button isChange kind="primary" onClick={() => show({ ...shownToo, create: true })}>
      {t.keys.create}
    </Button>
  )
  return (
    <EditablePage need="admin" title={t.keys.title} actions={create}>
      <Card isFlush>
        <QueryView query={query} lines={5}>
          {({ keys }) => {
            const shown = keys.filter((key) => revoked || key.revoked_at === null)
            if (shown.length > 0) return <KeyTable keys={shown} />
            return keys.length === 0 ? (
              <Empty title={t.keys.empty} reason={t.keys.emptyReason} action={create} />
            ) : (
              <Empty title={t.keys.onlyRevoked} reason={t.keys.onlyRevokedReason} action={create} />
            )
          }}
        </QueryView>
      </Card>
      <CheckField
        label={t.keys.showRevoked}
        isOn={revoked}
        onChange={(isOn) => show(isOn ? { revoked: true } : {})}
      />
      {isCreating && <CreateKey onClose={() => show(shownToo)} />}
    </EditablePage>
  )
}

const DIALOGS = { edit: EditKey, rotate: RotateKey, revoke: RevokeKey }
const DIALOG_NAMES = ['edit', 'rotate', 'revoke'] as const

function KeyTable({ keys }: { keys: readonly Key[] }) {
  const { knowledgeBaseId } = useScope()
  const { data } = useQuery(groupsQuery(knowledgeBaseId))
  const getName = (id: string) => data?.groups.find((group) => group.id === id)?.name ?? id
  const [open, setOpen] = useState<{ dialog: keyof typeof DIALOGS; key: Key } | null>(null)
  const Opened = open && DIALOGS[open.dialog]
  return (
    <>
      <Table label={t.keys.title}>
        <thead>
          <tr>
            <Th>{t.keys.name}</Th>
            <Th>{t.keys.hint}</Th>
            <Th className="hidden md:table-cell">{t.keys.groups}</Th>
            <Th className="hidden md:table-cell">{t.keys.origins}</Th>
            <Th className="hidden sm:table-cell">{t.keys.lastUsed}</Th>
            <Th isNumber>{t.keys.state}</Th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <Td>
                <span className="font-[550]">{key.name}</span>
                <p className="text-xs text-ink-3">
                  {t.keys.kinds[key.kind]}
                  {key.captcha ? ` · ${t.keys.captcha}` : ''}
                  <Bounds of={key} />
                </p>
              </Td>
              <Td>
                <code className="font-mono">…{key.hint}</code>
              </Td>
              <Td className="hidden text-ink-2 md:table-cell">
                {key.allowed_group_ids.length === 0
                  ? t.keys.everyGroup
                  : key.allowed_group_ids.map(getName).join(', ')}
              </Td>
              <Td className="hidden text-ink-2 md:table-cell">
                {key.allowed_origins === null ? t.keys.anyOrigin : key.allowed_origins.join(', ')}
              </Td>
              <Td className="hidden whitespace-nowrap text-ink-3 sm:table-cell">
                {key.last_used_at === null ? t.common.never : formatAge(key.last_used_at)}
              </Td>
              <Td isNumber>
                {key.revoked_at === null ? (
                  <span className="flex flex-wrap justify-end gap-1.5">
                    {DIALOG_NAMES.map((dialog) => (
                      <Button key={dialog} isChange onClick={() => setOpen({ dialog, key })}>
                        {t.keys[dialog]}
                      </Button>
                    ))}
                  </span>
                ) : (
                  <Pill>{t.keys.revoked}</Pill>
                )}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {open && Opened && <Opened of={open.key} onClose={() => setOpen(null)} />}
    </>
  )
}

/** When it ends and where it works, if there is such a limit. */
function Bounds({ of: { expires_at, allowed_addresses } }: { of: Key }) {
  const parts: string[] = []
  if (expires_at !== null) {
    const isOver = Date.parse(expires_at) <= Date.now()
    parts.push((isOver ? t.keys.expiredAt : t.keys.expiresAt)(formatDateTime(expires_at)))
  }
  if (allowed_addresses.length > 0) parts.push(t.keys.fromAddresses(allowed_addresses))
  return parts.map((part) => ` · ${part}`).join('')
}
