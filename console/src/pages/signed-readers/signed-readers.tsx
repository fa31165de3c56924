import type { ReaderSigner } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { signersQuery } from '../../api/queries.ts'
import { EditablePage } from '../../session/editable-page.tsx'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { CreateSigner } from './create-signer.tsx'
import { DeleteSigner, RotateSigner } from './signer-dialogs.tsx'
import { t } from './texts.ts'
import { TryToken } from './try-token.tsx'

type Open = { kind: 'create' } | { kind: 'rotate' | 'delete'; signer: ReaderSigner } | null

export function SignedReaders() {
  const { knowledgeBaseId } = useScope()
  const query = useQuery(signersQuery(knowledgeBaseId))
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const create = (
    <Button isChange kind="primary" onClick={() => setOpen({ kind: 'create' })}>
      {t.signers.create}
    </Button>
  )
  const isEmpty = query.data?.reader_signers.length === 0
  return (
    <EditablePage need="admin" title={t.signers.title} actions={isEmpty ? null : create}>
      <p className="-mt-3 text-ink-2">{t.signers.lead}</p>
      <Card isFlush>
        <QueryView query={query} lines={3}>
          {({ reader_signers: signers }) =>
            signers.length === 0 ? (
              <Empty title={t.signers.empty} reason={t.signers.emptyReason} action={create} />
            ) : (
              <SignerTable signers={signers} onOpen={setOpen} />
            )
          }
        </QueryView>
      </Card>
      {query.data && !isEmpty && <TryToken signers={query.data.reader_signers} />}
      {open?.kind === 'create' && <CreateSigner onClose={close} />}
      {open?.kind === 'rotate' && <RotateSigner signer={open.signer} onClose={close} />}
      {open?.kind === 'delete' && <DeleteSigner signer={open.signer} onClose={close} />}
    </EditablePage>
  )
}

type SignerTableProps = { signers: readonly ReaderSigner[]; onOpen: (open: Open) => void }

const SignerTable = ({ signers, onOpen }: SignerTableProps) => (
  <Table label={t.signers.title}>
    <thead>
      <tr>
        <Th>{t.signers.name}</Th>
        <Th className="hidden lg:table-cell">{t.signers.audience}</Th>
        <Th className="hidden md:table-cell">{t.signers.issuer}</Th>
        <Th>
          <span className="sr-only">{t.palette.actions}</span>
        </Th>
      </tr>
    </thead>
    <tbody>
      {signers.map((signer) => (
        <tr key={signer.id}>
          <Td>
            <span className="font-[550]">{signer.name}</span>
            <p className="text-xs [overflow-wrap:anywhere] text-ink-3">
              {signer.jwks_url ?? t.signers.kinds.secret}
              {signer.previous_valid_until === null
                ? ''
                : ` · ${t.signers.previousUntil(formatDateTime(signer.previous_valid_until))}`}
            </p>
          </Td>
          <Td className="hidden lg:table-cell">
            <code className="font-mono text-ink-2">{signer.audience}</code>
          </Td>
          <Td className="hidden text-ink-2 [overflow-wrap:anywhere] md:table-cell">
            {signer.issuer ?? t.signers.anyIssuer}
          </Td>
          <Td className="sm:w-px">
            <div className="flex flex-wrap justify-end gap-2 sm:flex-nowrap">
              {signer.kind === 'secret' && (
                <Button isChange onClick={() => onOpen({ kind: 'rotate', signer })}>
                  {t.signers.rotate}
                </Button>
              )}
              <Button isChange onClick={() => onOpen({ kind: 'delete', signer })}>
                {t.signers.delete}
              </Button>
            </div>
          </Td>
        </tr>
      ))}
    </tbody>
  </Table>
)
