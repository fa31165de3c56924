import type { Channel } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { channelsQuery, knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { EditablePage } from '../../session/editable-page.tsx'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { ListLink } from '../../shell/list-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Code } from '../../ui/copy.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { AnsweringForm } from './answering-form.tsx'
import { ChannelPill } from './channel-state.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { t } from './texts.ts'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/channels/$channelId'

const back = <ListLink list="channels" title={t.channels.title} />

export function ChannelPage() {
  const { knowledgeBaseId, channelId } = useParams({ from: ROUTE })
  const query = useQuery(channelsQuery(knowledgeBaseId))
  return (
    <QueryView query={query} lines={8}>
      {({ channels }) => {
        const channel = channels.find(({ id }) => id === channelId)
        return channel ? <ChannelView channel={channel} /> : <Unknown />
      }}
    </QueryView>
  )
}

const Unknown = () => (
  <Page title={t.notFound.title} above={back}>
    <Card>
      <Empty title={t.notFound.title} reason={t.notFound.reason} />
    </Card>
  </Page>
)

function ChannelView({ channel }: { channel: Channel }) {
  const [isRemoving, setIsRemoving] = useState(false)
  const { connection, problem } = channel
  return (
    <EditablePage
      need="admin"
      title={channel.name}
      above={back}
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <ChannelPill channel={channel} />
          <Button isChange onClick={() => setIsRemoving(true)}>
            {t.channels.remove}
          </Button>
        </div>
      }
    >
      {problem && (
        <p className="rounded-card bg-danger-tint px-4 py-3">
          {t.channels.lastProblem(problem.message, formatDateTime(problem.at))}
        </p>
      )}
      {!connection && (
        <Card title={t.products[channel.kind].setup}>
          <Setup channel={channel} />
        </Card>
      )}
      <ConnectionCard channel={channel} />
      <AnsweringForm channel={channel} />
      {connection && (
        <details className="rounded-card border border-line bg-surface px-4 py-3.5 sm:px-[18px]">
          <summary className="cursor-pointer font-semibold">
            {t.products[channel.kind].setup}
          </summary>
          <div className="mt-4">
            <Setup channel={channel} />
          </div>
        </details>
      )}
      {isRemoving && <RemoveChannel channel={channel} onClose={() => setIsRemoving(false)} />}
    </EditablePage>
  )
}

const Setup = ({ channel }: { channel: Channel }) => (
  <>
    <ol className="mb-4 list-decimal space-y-1 pl-5 text-ink-2">
      {t.products[channel.kind].steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    <p className="mb-4">
      <a
        className="text-accent underline"
        href={channel.setup_url}
        target="_blank"
        rel="noreferrer"
      >
        {channel.connection
          ? t.products[channel.kind].openConnected
          : t.products[channel.kind].open}
      </a>
    </p>
    <div className="flex flex-col gap-4">
      {channel.manifest !== null && <Code label={t.channels.manifest} text={channel.manifest} />}
      <Code label={t.channels.requestUrl} text={channel.request_url} />
    </div>
  </>
)

function RemoveChannel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const scope = useScope()
  const navigate = useNavigate()
  const remove = useChange({
    run: () => admin().channels.remove(scope.knowledgeBaseId, channel.id),
    refreshes: [knowledgeBaseKey(scope.knowledgeBaseId, 'channels')],
    said: t.channels.removed,
    onDone: () =>
      void navigate({
        to: '/w/$workspaceId/kb/$knowledgeBaseId/channels',
        params: scope,
        ignoreBlocker: true,
      }),
  })
  return (
    <ConfirmDialog
      title={t.channels.removeTitle(channel.name)}
      effect={t.channels.removeEffect}
      action={t.channels.remove}
      change={remove}
      onClose={onClose}
    />
  )
}
