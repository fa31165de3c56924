import type { DigestSubscription } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { digestsQuery } from '../../api/workspace-queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { CheckField } from '../../ui/field.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { t } from './texts.ts'

/** Which workspaces mail their figures every week. */
export function Digests() {
  const query = useQuery(digestsQuery)
  return (
    <Card title={t.digests.title}>
      <p className="mb-4 text-ink-2">{t.digests.lead}</p>
      <QueryView query={query} lines={3}>
        {({ can_send, digests }) => (
          <>
            {!can_send && <p className="mb-4 text-ink-2">{t.digests.cannotSend}</p>}
            <ul className="flex flex-col gap-4">
              {digests.map((digest) => (
                <OneDigest key={digest.workspace_id} digest={digest} canSend={can_send} />
              ))}
            </ul>
          </>
        )}
      </QueryView>
    </Card>
  )
}

function OneDigest({ digest, canSend }: { digest: DigestSubscription; canSend: boolean }) {
  const { workspace_id: id, name, subscribed, next_at: nextAt } = digest
  const change = useChange({
    run: (wanted: boolean) => admin().digests.put(id, { subscribed: wanted }),
    refreshes: [['digests']],
    said: ({ subscribed: isOn }) => (isOn ? t.digests.turnedOn(name) : t.digests.turnedOff(name)),
  })
  const send = useChange({
    run: () => admin().digests.send(id),
    refreshes: [],
    said: t.digests.sent,
  })
  const error = change.error ?? send.error
  return (
    <li className="flex flex-col gap-2">
      <CheckField
        label={name}
        hint={nextAt === null ? t.digests.off : t.digests.next(formatDateTime(nextAt))}
        isOn={change.isPending ? change.variables : subscribed}
        isDisabled={!canSend && !subscribed}
        onChange={(isOn) => change.mutate(isOn)}
      />
      <div className="flex flex-wrap gap-2 pl-6">
        <a
          href={`/api/v1/admin/workspaces/${id}/digest.html`}
          target="_blank"
          rel="noopener"
          aria-label={t.digests.previewOf(name)}
          className={buttonClass()}
        >
          {t.digests.preview}
        </a>
        <Button
          aria-label={t.digests.sendOf(name)}
          disabled={!canSend}
          isBusy={send.isPending}
          onClick={() => send.mutate()}
        >
          {t.digests.send}
        </Button>
      </div>
      {error && <ErrorNotice error={error} />}
    </li>
  )
}
