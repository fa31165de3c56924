import type { Key } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { groupsQuery, keysQuery, knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { EditablePage } from '../../session/editable-page.tsx'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CheckField } from '../../ui/field.tsx'
import { formatAge, formatDateTime } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { CreateKey } from './create-key.tsx'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/keys'

export function Keys() {
  const scope = useScope()
  const navigate = useNavigate()
  const { revoked = false } = useSearch({ from: ROUTE })
  const [isCreating, setIsCreating] = useState(false)
  const query = useQuery(keysQuery(scope.knowledgeBaseId))
  const create = (
    <Button isChange kind="primary" onClick={() => setIsCreating(true)}>
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
        onChange={(isOn) =>
          void navigate({
            to: ROUTE,
            params: scope,
            search: isOn ? { revoked: true } : {},
            replace: true,
          })
        }
      />
      {isCreating && <CreateKey onClose={() => setIsCreating(false)} />}
    </EditablePage>
  )
}

function KeyTable({ keys }: { keys: readonly Key[] }) {
  const { knowledgeBaseId } = useScope()
  const { data } = useQuery(groupsQuery(knowledgeBaseId))
  const getName = (id: string) => data?.groups.find((group) => group.id === id)?.name ?? id
  const [revoking, setRevoking] = useState<Key | null>(null)
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
                  <Button isChange onClick={() => setRevoking(key)}>
                    {t.keys.revoke}
                  </Button>
                ) : (
                  <Pill>{t.keys.revoked}</Pill>
                )}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {revoking && <RevokeKey revoked={revoking} onClose={() => setRevoking(null)} />}
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

function RevokeKey({ revoked, onClose }: { revoked: Key; onClose: () => void }) {
  const { knowledgeBaseId } = useScope()
  const revoke = useChange({
    run: () => admin().keys.revoke(knowledgeBaseId, revoked.id),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'keys')],
    said: t.keys.revokedSaid,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title={t.keys.revokeTitle(revoked.name)}
      effect={t.keys.revokeEffect}
      action={t.keys.revoke}
      change={revoke}
      onClose={onClose}
    />
  )
}
