import type { Channel } from '@footnote/client/admin'
import { useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import type { CredentialField, Entered } from './credential-fields.ts'
import { ADDRESSES, CREDENTIAL_FIELDS, SECRET_FIELDS, toCredential } from './credential-fields.ts'
import { t } from './texts.ts'

/** The product is asked before anything is saved. */
const TIMEOUT_MS = 30_000

export function ConnectionCard({ channel }: { channel: Channel }) {
  const { connection } = channel
  const [isReplacing, setIsReplacing] = useState(false)
  return (
    <Card title={t.channels.connection}>
      {connection && (
        <>
          <p>
            {t.channels.connectedTo(
              connection.bot_name,
              connection.team_name,
              formatDateTime(connection.since),
            )}
          </p>
          <div className="mt-4 flex flex-wrap items-center gap-2">
            <TestConnection channel={channel} />
            {!isReplacing && (
              <Button isChange onClick={() => setIsReplacing(true)}>
                {t.channels.reconnect}
              </Button>
            )}
          </div>
        </>
      )}
      {(!connection || isReplacing) && (
        <div className={connection ? 'mt-4' : ''}>
          <ConnectForm channel={channel} onDone={() => setIsReplacing(false)} />
        </div>
      )}
    </Card>
  )
}

function ConnectForm({ channel, onDone }: { channel: Channel; onDone: () => void }) {
  const { knowledgeBaseId } = useScope()
  const { kind } = channel
  const [entered, setEntered] = useState<Entered>(ADDRESSES[kind])
  const connect = useChange({
    run: () =>
      admin().channels.connect(knowledgeBaseId, channel.id, toCredential(kind, entered), {
        timeoutMs: TIMEOUT_MS,
      }),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'channels')],
    said: t.channels.connected,
    onDone,
  })
  const hints: Readonly<Partial<Record<CredentialField, string>>> = t.products[kind].hints
  return (
    <Form
      onSubmit={() => connect.mutate()}
      error={connect.error}
      actions={
        <div>
          <Button kind="primary" type="submit" isBusy={connect.isPending}>
            {t.channels.connect}
          </Button>
        </div>
      }
    >
      {CREDENTIAL_FIELDS[kind].map((field) => {
        const common = {
          label: t.channels.credentials[field],
          hint: hints[field] ?? t.channels.stored,
          autoComplete: 'off',
          required: true,
          value: entered[field] ?? '',
          onValue: (value: string) => setEntered({ ...entered, [field]: value }),
        }
        // A key has lines.
        if (field === 'private_key') return <TextArea key={field} {...common} rows={5} />
        const type = SECRET_FIELDS.has(field) ? 'password' : field === 'api_url' ? 'url' : 'text'
        return <TextField key={field} {...common} type={type} />
      })}
    </Form>
  )
}

function TestConnection({ channel }: { channel: Channel }) {
  const { knowledgeBaseId } = useScope()
  const test = useChange({
    run: () => admin().channels.test(knowledgeBaseId, channel.id, { timeoutMs: TIMEOUT_MS }),
    // What it finds is kept with the channel.
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'channels')],
  })
  return (
    <>
      <Button isChange isBusy={test.isPending} onClick={() => test.mutate()}>
        {t.channels.test}
      </Button>
      <span role="status">
        {test.data && (
          <Pill tone={test.data.ok ? 'ok' : 'bad'}>
            {test.data.problem ?? t.products[channel.kind].accepted}
          </Pill>
        )}
      </span>
      {test.error && <ErrorNotice error={test.error} />}
    </>
  )
}
