import type { ReaderSigner, ReaderTokenReport } from '@footnote/client/admin'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { keysQuery } from '../../api/queries.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Select, TextArea } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import { t } from './texts.ts'

/** Whose a token is, whether it is valid, and what it reads. */
export function TryToken({ signers }: { signers: readonly ReaderSigner[] }) {
  const { knowledgeBaseId } = useScope()
  const [token, setToken] = useState('')
  const [keyId, setKeyId] = useState('')
  const { data } = useQuery(keysQuery(knowledgeBaseId))
  const keys = (data?.keys ?? []).filter((key) => key.revoked_at === null)
  const check = useMutation({
    mutationFn: () =>
      admin().readerSigners.check(knowledgeBaseId, {
        token: token.trim(),
        ...(keyId === '' ? {} : { key_id: keyId }),
      }),
  })
  return (
    <Card title={t.signers.tryTitle} note={t.signers.tryNote}>
      <Form
        onSubmit={() => check.mutate()}
        error={check.error}
        actions={
          <div>
            <Button type="submit" isBusy={check.isPending}>
              {t.signers.try}
            </Button>
          </div>
        }
      >
        <TextArea
          label={t.signers.token}
          hint={t.signers.tokenHint}
          required
          autoComplete="off"
          spellCheck={false}
          value={token}
          onValue={setToken}
        />
        <Select<string>
          label={t.signers.key}
          value={keyId}
          options={[
            ['', t.signers.everyGroup],
            ...keys.map(({ id, name, hint }) => [id, `${name} (…${hint})`] as const),
          ]}
          onValue={setKeyId}
        />
      </Form>
      <div role="status">{check.data && <Report report={check.data} signers={signers} />}</div>
    </Card>
  )
}

type ReportProps = { report: ReaderTokenReport; signers: readonly ReaderSigner[] }

function Report({ report, signers }: ReportProps) {
  const { reader, problem, groups, reads_ungrouped: readsUngrouped } = report
  if (!reader) {
    return (
      <p className="mt-4 flex flex-wrap items-center gap-2">
        <Pill tone="bad">{t.signers.invalid}</Pill> {problem}
      </p>
    )
  }
  const signer = signers.find(({ id }) => id === reader.signer_id)?.name ?? reader.signer_id
  const reads = [
    ...groups.map(({ name }) => name),
    ...(readsUngrouped ? [t.signers.ungrouped] : []),
  ]
  const person = [reader.name, reader.email].filter((text) => text !== null).join(', ')
  return (
    <div className="mt-4">
      <Pill tone="ok">{t.signers.valid}</Pill>
      <dl className="mt-3 grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-[max-content_1fr]">
        <Row term={t.signers.reader}>
          <code className="font-mono">{reader.subject}</code>
          {person === '' ? '' : ` (${person})`}
        </Row>
        <Row term={t.signers.signedBy}>{signer}</Row>
        <Row term={t.signers.validUntil}>{formatDateTime(reader.expires_at)}</Row>
        <Row term={t.signers.reads}>{reads.join(', ') || t.signers.nothing}</Row>
        {reader.unknown_groups.length > 0 && (
          <Row term={t.signers.unknownGroups}>
            {t.signers.unknownGroupsHint(reader.unknown_groups.join(', '))}
          </Row>
        )}
      </dl>
    </div>
  )
}

const Row = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-3">{term}</dt>
    <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
  </>
)
