import type { AccessToken } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accessTokensQuery, workspaceKey } from '../../api/workspace-queries.ts'
import { useChange } from '../../api/use-change.ts'
import { includesRole, useRole } from '../../session/role.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatAge } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { CreateToken } from './create-token.tsx'

/** Nothing for viewers, who may have none. */
export function AccessTokens() {
  const { workspaceId } = useScope()
  const isOpen = includesRole(useRole('workspace'), 'editor')
  const query = useQuery({ ...accessTokensQuery(workspaceId), enabled: isOpen })
  const [isCreating, setIsCreating] = useState(false)
  if (!isOpen) return null
  return (
    <Card
      title={t.security.tokens}
      isFlush
      actions={<Button onClick={() => setIsCreating(true)}>{t.security.createToken}</Button>}
    >
      <p className="px-4 pb-1 text-ink-2 sm:px-[18px]">{t.security.tokensLead}</p>
      <QueryView query={query} lines={3}>
        {({ tokens }) =>
          tokens.length === 0 ? (
            <p className="px-4 pt-1 pb-4 text-ink-3 sm:px-[18px]">{t.security.tokensEmpty}</p>
          ) : (
            <TokenTable tokens={tokens} />
          )
        }
      </QueryView>
      {isCreating && <CreateToken onClose={() => setIsCreating(false)} />}
    </Card>
  )
}

function TokenTable({ tokens }: { tokens: readonly AccessToken[] }) {
  const [revoking, setRevoking] = useState<AccessToken | null>(null)
  return (
    <>
      <Table label={t.security.tokens}>
        <thead>
          <tr>
            <Th>{t.common.name}</Th>
            <Th>{t.security.tokenRole}</Th>
            <Th className="hidden sm:table-cell">{t.security.tokenHint}</Th>
            <Th className="hidden md:table-cell">{t.security.tokenLastUsed}</Th>
            <Th className="hidden sm:table-cell">{t.security.tokenExpires}</Th>
            <Th>
              <span className="sr-only">{t.palette.actions}</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <tr key={token.id}>
              <Td className="font-[550]">{token.name}</Td>
              <Td>{t.roles.names[token.role]}</Td>
              <Td className="hidden sm:table-cell">
                <code className="font-mono">…{token.hint}</code>
              </Td>
              <Td className="hidden whitespace-nowrap text-ink-2 md:table-cell">
                {token.last_used_at === null ? t.common.never : formatAge(token.last_used_at)}
              </Td>
              <Td className="hidden whitespace-nowrap text-ink-2 sm:table-cell">
                {formatAge(token.expires_at)}
              </Td>
              <Td isNumber>
                <Button onClick={() => setRevoking(token)}>
                  {t.security.revoke}
                  <span className="sr-only"> {token.name}</span>
                </Button>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {revoking && <RevokeToken revoked={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}

function RevokeToken({ revoked, onClose }: { revoked: AccessToken; onClose: () => void }) {
  const { workspaceId } = useScope()
  const revoke = useChange({
    run: () => admin().accessTokens.revoke(workspaceId, revoked.id),
    refreshes: [workspaceKey(workspaceId, 'tokens')],
    said: t.security.revoked,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title={t.security.revokeTitle(revoked.name)}
      effect={t.security.revokeEffect}
      action={t.security.revoke}
      change={revoke}
      onClose={onClose}
    />
  )
}
